import { CircleCheck, CircleX } from "lucide-react";
import type { Candidate, Job } from "@/shared/api";
import { CopyChip } from "@/shared/ui/CopyChip";
import { useWords } from "@/shared/words/words";
import { Choose } from "./Choose";

/** Which candidate this is, its verdict, and the seed that draws it again. */
export function Seed({ candidate, job }: { candidate: Candidate; job: Job }) {
  const say = useWords();
  const Sign = candidate.passed ? CircleCheck : CircleX;
  return (
    <section>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">
          {say("job.candidate.of", { number: candidate.index + 1, total: job.total })}
        </h2>
        <CopyChip label={say("seed.label")} text={String(candidate.seed)} />
      </div>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-2">
        <p className="flex items-center gap-1.5 text-sm" aria-live="polite">
          <Sign aria-hidden className={`size-4 ${candidate.passed ? "text-good" : "text-bad"}`} />
          {say(candidate.passed ? "job.passed" : "job.failed")}
        </p>
        <Choose job={job} candidate={candidate} />
      </div>
      <p className="mt-2 text-quiet text-sm">{say("seed.about")}</p>
    </section>
  );
}
