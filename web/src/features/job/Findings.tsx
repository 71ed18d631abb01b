import { Check, X } from "lucide-react";
import type { Finding } from "@/shared/api";
import { limit } from "@/shared/format";
import { type Say, useWords } from "@/shared/words/words";

/** Every rule with its figure and its limits; what did not pass stands first, with advice. */
export function Findings({ checks }: { checks: Finding[] }) {
  const say = useWords();
  const ordered = [...checks].sort((a, b) => Number(a.passed) - Number(b.passed));
  return (
    <section>
      <h2 className="mb-2 font-semibold">{say("checks.title")}</h2>
      <ul className="divide-y divide-line border-line border-y">
        {ordered.map((check) => (
          <Row key={check.rule} check={check} />
        ))}
      </ul>
    </section>
  );
}

function Row({ check }: { check: Finding }) {
  const say = useWords();
  const Mark = check.passed ? Check : X;
  return (
    <li className="py-2 text-sm" title={check.message}>
      <div className="flex items-baseline gap-2">
        <Mark
          aria-hidden
          strokeWidth={3}
          className={`size-3.5 shrink-0 self-center ${check.passed ? "text-good" : "text-bad"}`}
        />
        <span className="sr-only">{say(check.passed ? "checks.passed" : "checks.failed")}</span>
        <span className={check.passed ? "" : "font-semibold"}>{check.name}</span>
        <span className="ml-auto font-medium tabular-nums">{check.figure}</span>
        <span className="w-28 text-right text-quiet tabular-nums">{allowed(check, say)}</span>
      </div>
      {!check.passed && (
        <p className="mt-1.5 mb-1 rounded-lg bg-bad/10 px-3 py-2 text-ink">
          {check.message} <span className="block text-quiet">{check.hint}</span>
        </p>
      )}
    </li>
  );
}

function allowed({ low, high, unit }: Finding, say: Say): string {
  if (low !== null && high !== null) {
    return say("checks.between", {
      low: unit === "%" ? low : limit(low, unit),
      high: limit(high, unit),
    });
  }
  if (low !== null) return say("checks.least", { low: limit(low, unit) });
  if (high === 0) return say("checks.none");
  return high === null ? "" : say("checks.most", { high: limit(high, unit) });
}
