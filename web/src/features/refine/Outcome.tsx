// How the candidate was judged when it was last saved, and what became of saving.
import { CircleCheck, CircleX, LoaderCircle, TriangleAlert } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { type Candidate, type Finding, Refused } from "@/shared/api";
import { useWords } from "@/shared/words/words";
import { isConflict } from "./api";
import type { Desk } from "./useEdits";

export function Outcome({ candidate, desk }: { candidate: Candidate; desk: Desk }) {
  const say = useWords();
  const title = useId();
  const section = useShown(desk.saving);
  const failed = candidate.checks.filter((check) => !check.passed);
  const total = candidate.checks.length;
  const [Sign, color] = failed.length ? [CircleX, "text-bad"] : [CircleCheck, "text-good"];
  const told = failed.length === 1 ? "refine.verdict.failed.one" : "refine.verdict.failed";
  return (
    <section ref={section} aria-labelledby={title} aria-busy={desk.saving} className="grid gap-2">
      <h2 id={title} className="font-semibold">
        {say("refine.verdict")}
      </h2>
      {desk.saving ? (
        <p className="flex items-center gap-2 text-sm">
          <LoaderCircle aria-hidden className="size-4 text-accent motion-safe:animate-spin" />
          {say("refine.saving")}
        </p>
      ) : (
        <p className="flex items-center gap-2 text-sm">
          <Sign aria-hidden className={`size-4 shrink-0 ${color}`} />
          {failed.length
            ? say(told, { count: failed.length, total })
            : say("refine.verdict.passed", { total })}
        </p>
      )}
      {desk.error && !desk.foreign && !isConflict(desk.error) && <Wrong error={desk.error} />}
      {!desk.saving && failed.length > 0 && (
        <ul className="grid gap-2">
          {failed.map((check) => (
            <Failed key={check.rule} check={check} />
          ))}
        </ul>
      )}
      {desk.unsaved && !desk.saving && (
        <p className="text-quiet text-sm">{say("refine.verdict.old")}</p>
      )}
    </section>
  );
}

/** What saving came to is brought into view, where a small window shows the tools alone. */
function useShown(saving: boolean) {
  const section = useRef<HTMLElement>(null);
  const was = useRef(false);
  useEffect(() => {
    if (was.current !== saving) section.current?.scrollIntoView?.({ block: "nearest" });
    was.current = saving;
  }, [saving]);
  return section;
}

function Failed({ check }: { check: Finding }) {
  return (
    <li className="rounded-lg bg-bad/10 px-3 py-2 text-sm">
      <p className="flex justify-between gap-2 font-medium">
        {check.name} <span className="tabular-nums">{check.figure}</span>
      </p>
      <p>{check.message}</p>
      {check.hint && <p className="text-quiet">{check.hint}</p>}
    </li>
  );
}

function Wrong({ error }: { error: Error }) {
  const say = useWords();
  const told = error instanceof Refused && error.message ? error : null;
  return (
    <div role="alert" className="flex gap-2 rounded-lg bg-bad/10 px-3 py-2 text-sm">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
      <div>
        <p className="font-medium">{say("refine.failed")}</p>
        <p>{told?.message ?? say("refine.offline")}</p>
        {told?.hint && <p className="text-quiet">{told.hint}</p>}
      </div>
    </div>
  );
}
