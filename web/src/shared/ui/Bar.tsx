import type { JobCard } from "@/shared/api";
import { fraction } from "@/shared/standing";
import { useWords } from "@/shared/words/words";

/** How far a job has come; the words beside it say the same. */
export function Bar({ job, className = "" }: { job: JobCard; className?: string }) {
  const say = useWords();
  return (
    <progress
      className={`bar ${className}`}
      aria-label={say("job.progress")}
      max={1}
      value={fraction(job)}
    />
  );
}
