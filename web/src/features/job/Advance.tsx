import type { Job } from "@/shared/api";
import { isFinished } from "@/shared/news";
import { step } from "@/shared/standing";
import { Bar } from "@/shared/ui/Bar";
import { useWords } from "@/shared/words/words";

/** How far a job has come that is being drawn: a bar, and the step it is at. */
export function Advance({ job }: { job: Job }) {
  const say = useWords();
  if (isFinished(job) || job.state === "queued") return null;
  return (
    <div className="mt-2 grid max-w-md gap-1">
      <Bar job={job} />
      <p className="min-h-5 text-quiet text-sm tabular-nums">{step(job, say).join(" · ")}</p>
    </div>
  );
}
