import { Ban, CircleAlert, CircleCheck, CircleX, Clock, LoaderCircle } from "lucide-react";
import type { JobCard } from "@/shared/api";
import { isFinished } from "@/shared/news";
import { useStanding } from "@/shared/standing";
import { useWords } from "@/shared/words/words";

/** How a job stands, by sign and word, never by color alone. */
export function Verdict({ job }: { job: JobCard }) {
  const say = useWords();
  const standing = useStanding(job);
  const { done, passed, total } = job;
  if (job.state === "done" || (job.state === "failed" && done > 0)) {
    const [Sign, color] =
      passed === total
        ? [CircleCheck, "text-good"]
        : passed
          ? [CircleAlert, "text-quiet"]
          : [CircleX, "text-bad"];
    return <Line Sign={Sign} color={color} text={say("verdict.passed", { passed, total })} />;
  }
  if (isFinished(job)) {
    const [Sign, color] = job.state === "failed" ? [CircleX, "text-bad"] : [Ban, "text-quiet"];
    return <Line Sign={Sign} color={color} text={say(`state.${job.state}`)} />;
  }
  const waits = job.state === "queued";
  return (
    <Line
      Sign={waits ? Clock : LoaderCircle}
      color={`text-accent ${waits ? "" : "motion-safe:animate-spin"}`}
      text={standing.join(" · ")}
    />
  );
}

type LineProps = { Sign: typeof Clock; color: string; text: string };

function Line({ Sign, color, text }: LineProps) {
  return (
    <span className="inline-flex items-start gap-1.5">
      <Sign aria-hidden className={`mt-[calc(0.5lh-0.5rem)] size-4 shrink-0 ${color}`} />
      {text}
    </span>
  );
}
