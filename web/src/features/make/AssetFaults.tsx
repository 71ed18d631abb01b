// What is wrong with one brand picture, each with a button that puts it right where there is one.
import { Link } from "wouter";
import { useWords } from "@/shared/words/words";
import { FaultLine } from "./Field";
import { ofItem } from "./faults";
import { useForm } from "./form";
import { remedyOf } from "./remedies";

export function AssetFaults({ place }: { place: number }) {
  const { faults } = useForm();
  const mine = ofItem(faults.assets, place);
  if (mine.length === 0) return null;
  return (
    <ul className="grid gap-2 px-3 pb-3">
      {mine.map((fault) => (
        <FaultLine key={fault.field + fault.code + fault.message} fault={fault}>
          <Remedy fault={fault} />
        </FaultLine>
      ))}
    </ul>
  );
}

export function Remedy({ fault }: { fault: Parameters<typeof remedyOf>[0] }) {
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
