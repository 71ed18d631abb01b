import { Check, Info, X } from "lucide-react";
import type { Candidate, Told } from "@/shared/api";
import type { Key } from "@/shared/words/en";
import { useWords } from "@/shared/words/words";

/** How the object left its background: what a person should know of it. */
export function Cutout({ candidate }: { candidate: Candidate }) {
  const { remarks } = candidate;
  return (
    <>
      {remarks.length > 0 && <Remarks remarks={remarks} />}
      {!candidate.final && candidate.tried.length > 0 && <Tried candidate={candidate} />}
    </>
  );
}

function Remarks({ remarks }: { remarks: Told[] }) {
  const say = useWords();
  return (
    <section>
      <h2 className="mb-2 font-semibold">{say("checks.remarks")}</h2>
      <ul className="grid gap-2 text-sm">
        {remarks.map((remark) => (
          <li key={remark.message} className="flex gap-2">
            <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-quiet" />
            <span>
              {remark.message} <span className="text-quiet">{remark.hint}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Tried({ candidate }: { candidate: Candidate }) {
  const say = useWords();
  return (
    <section>
      <h2 className="mb-2 font-semibold">{say("checks.tried")}</h2>
      <ul className="grid gap-2 text-sm">
        {candidate.tried.map((attempt) => {
          const Mark = attempt.accepted ? Check : X;
          return (
            <li key={attempt.strategy} className="flex gap-2">
              <Mark aria-hidden strokeWidth={3} className="mt-1 size-3.5 shrink-0 text-quiet" />
              <span>
                <span className="font-medium">{say(`strategy.${attempt.strategy}` as Key)}</span>
                {": "}
                {attempt.message} <span className="text-quiet">{attempt.hint}</span>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
