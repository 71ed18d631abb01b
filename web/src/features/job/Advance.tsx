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
    <>
      <Bar job={job} className="w-40" />
      <p className="text-quiet tabular-nums">{step(job, say).join(" · ")}</p>
    </>
  );
}
