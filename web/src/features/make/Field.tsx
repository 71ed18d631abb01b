// The frame of every field: its name, what it is for, and what is wrong with it.
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useWords } from "@/shared/words/words";
import type { Fault, Field } from "./faults";
import { useForm } from "./form";

export const idOf = (name: Field): string => `make-${name}`;

export type Described = {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
};

/** What ties an input to its name, its explanation and its faults; `told`: only these are told there. */
export function useDescribed(name: Field, hint: boolean, told?: readonly Fault[]): Described {
  const { faults } = useForm();
  const faulty = (told ?? faults[name] ?? []).length > 0;
  const ids = [hint && `${idOf(name)}-hint`, faulty && `${idOf(name)}-faults`];
  return {
    id: idOf(name),
    "aria-invalid": faulty || undefined,
    "aria-describedby": ids.filter(Boolean).join(" ") || undefined,
  };
}

type Props = {
  name: Field;
  label: ReactNode;
  hint?: string | undefined;
  /** Beside the name: how much of it is used. */
  aside?: ReactNode;
};

/** One input with its name above it. */
export function Labelled({
  children,
  ...props
}: Props & { children: (described: Described) => ReactNode }) {
  const described = useDescribed(props.name, props.hint !== undefined);
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={described.id} className="font-semibold text-sm">
          {props.label}
        </label>
        <span className="text-quiet text-xs tabular-nums">{props.aside}</span>
      </div>
      <Hint name={props.name} text={props.hint} />
      {children(described)}
      <Faults name={props.name} />
    </div>
  );
}

type GroupProps = Props & {
  disabled?: boolean;
  /** Faults of the whole, where each item tells its own. */
  told?: readonly Fault[];
  children: ReactNode;
};

/** Several inputs under one name; what is wrong stands before them, for they may be many. */
export function Group({ name, label, hint, aside, disabled = false, told, children }: GroupProps) {
  const { "aria-invalid": _, ...described } = useDescribed(name, hint !== undefined, told);
  return (
    <fieldset {...described} tabIndex={-1} disabled={disabled} className="min-w-0">
      <legend className="flex w-full items-baseline justify-between gap-3">
        <span className="font-semibold text-sm">{label}</span>
        <span className="text-quiet text-xs tabular-nums">{aside}</span>
      </legend>
      <div className="mt-1.5 grid gap-2">
        <Hint name={name} text={hint} />
        {!told && <Faults name={name} />}
        {children}
      </div>
    </fieldset>
  );
}

function Hint({ name, text }: { name: Field; text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p id={`${idOf(name)}-hint`} className="text-[0.8125rem] text-quiet leading-snug">
      {text}
    </p>
  );
}

export function Faults({ name }: { name: Field }) {
  const faults = useForm().faults[name];
  if (!faults) return null;
  return (
    <ul id={`${idOf(name)}-faults`} className="grid gap-1">
      {faults.map((fault) => (
        <FaultLine key={fault.field + fault.code + fault.message} fault={fault} />
      ))}
    </ul>
  );
}

type FaultLineProps = {
  fault: Fault;
  /** What puts it right at once. */
  children?: ReactNode;
};

export function FaultLine({ fault: { code, message, hint }, children }: FaultLineProps) {
  const say = useWords();
  const offline = code === "offline";
  // its own hint speaks to people who write files; here the remedy stands beside the words
  const remedy = code.startsWith("concept-unmatched") ? say("make.words.remedy") : hint;
  return (
    <li className="flex items-start gap-1.5 text-[0.8125rem] leading-snug">
      <CircleAlert aria-hidden className="mt-px size-4 shrink-0 text-bad" />
      <span className="wrap-anywhere min-w-0">
        <span className="block font-medium text-bad first-letter:uppercase">
          {offline ? say("make.offline") : message}
        </span>
        <span className="block text-quiet">{offline ? say("make.offline.hint") : remedy}</span>
        {children}
      </span>
    </li>
  );
}
