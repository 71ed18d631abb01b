// What is wrong with brand pictures, each with a button that puts it right where there is one.
import { Link } from "wouter";
import { useWords } from "@/shared/words/words";
import { FaultLine } from "./Field";
import type { Fault } from "./faults";
import { useForm } from "./form";
import { remedyOf } from "./remedies";

type Props = { id: string; faults: readonly Fault[]; className?: string };

export function FaultList({ id, faults, className = "" }: Props) {
  if (faults.length === 0) return null;
  return (
    <ul id={id} className={`grid gap-2 ${className}`}>
      {faults.map((fault) => (
        <Line key={fault.field + fault.code + fault.message} fault={fault} />
      ))}
    </ul>
  );
}

const GONE: readonly string[] = ["asset-missing", "asset-variant-missing"];

function Line({ fault }: { fault: Fault }) {
  const say = useWords();
  const told = GONE.includes(fault.code) ? { ...fault, hint: say("make.assets.gone") } : fault;
  return (
    <FaultLine fault={told}>
      <Remedy fault={fault} />
    </FaultLine>
  );
}

function Remedy({ fault }: { fault: Fault }) {
  const say = useWords();
  const { draft, change, activate } = useForm();
  const remedy = remedyOf(fault, draft);
  if (!remedy) return null;
  const { label: key, blanks, position } = remedy;
  const label = say(key, { ...blanks, ...(position && { position: say(position) }) });
  if ("href" in remedy) {
    return (
      <Link href={remedy.href} className="chip mt-1.5 text-ink">
        {label}
      </Link>
    );
  }
  const act = () => {
    change(remedy.change);
    if (remedy.active) activate(remedy.active);
  };
  return (
    <button type="button" className="chip mt-1.5 text-ink" onClick={act}>
      {label}
    </button>
  );
}
