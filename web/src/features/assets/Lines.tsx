// What is wrong with something and what to change; and what is only worth knowing.
import { CircleAlert, Info } from "lucide-react";
import type { Told } from "@/shared/api";

export function FaultLines({ faults, id }: { faults: Told[]; id?: string }) {
  if (faults.length === 0) return null;
  return (
    <ul id={id} className="mt-2 grid gap-2">
      {faults.map(({ code, message, hint }) => (
        <li key={code + message} className="flex items-start gap-1.5 text-sm leading-snug">
          <CircleAlert aria-hidden className="mt-px size-4 shrink-0 text-bad" />
          <span className="min-w-0 max-w-prose">
            <span className="block font-medium text-bad first-letter:uppercase">{message}</span>
            <span className="mt-0.5 block first-letter:uppercase">{hint}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

export function RemarkLines({ remarks }: { remarks: Told[] }) {
  if (remarks.length === 0) return null;
  return (
    <ul className="mt-2 grid gap-2">
      {remarks.map(({ code, message, hint }) => (
        <li key={code} className="flex items-start gap-1.5 text-sm leading-snug">
          <Info aria-hidden className="mt-px size-4 shrink-0 text-quiet" />
          <span className="min-w-0 max-w-prose">
            <span className="block first-letter:uppercase">{message}</span>
            <span className="mt-0.5 block text-quiet first-letter:uppercase">{hint}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
