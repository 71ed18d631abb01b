import { Star as Sign } from "lucide-react";
import { useDecide } from "@/shared/acts";
import type { JobCard } from "@/shared/api";
import { useWords } from "@/shared/words/words";

/** `tabIndex`: where arrow keys walk from one job to the next, only one of them is on Tab's way. */
type Props = { job: JobCard; className?: string; tabIndex?: number };

/** A job's star, on or off. */
export function Star({ job, className = "", tabIndex }: Props) {
  const say = useWords();
  const decide = useDecide(job.id);
  const starred = decide.isPending ? decide.variables.starred === true : job.starred;
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-pressed={starred}
      aria-label={say("star.of", { concept: job.concept || job.id })}
      title={say(starred ? "star.remove" : "star.add")}
      onClick={() => decide.mutate({ starred: !starred })}
      className={`grid size-9 place-items-center rounded-lg ${className}`}
    >
      <Sign aria-hidden className={`size-4.5 ${starred ? "fill-star text-star" : ""}`} />
    </button>
  );
}
