import { CircleCheck, CircleX } from "lucide-react";
import type { Candidate } from "@/shared/api";
import { CopyChip } from "@/shared/ui/CopyChip";
import { useWords } from "@/shared/words/words";

/** Which candidate this is, its verdict, and the seed that draws it again. */
export function Seed({ candidate, total }: { candidate: Candidate; total: number }) {
  const say = useWords();
  const Sign = candidate.passed ? CircleCheck : CircleX;
  return (
    <section aria-live="polite">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">
          {say("job.candidate.of", { number: candidate.index + 1, total })}
        </h2>
        <CopyChip label={say("seed.label")} text={String(candidate.seed)} />
      </div>
      <p className="mt-1 flex items-center gap-1.5 text-sm">
        <Sign aria-hidden className={`size-4 ${candidate.passed ? "text-good" : "text-bad"}`} />
        {say(candidate.passed ? "job.passed" : "job.failed")}
      </p>
      <p className="mt-1 text-quiet text-sm">{say("seed.about")}</p>
    </section>
  );
}
