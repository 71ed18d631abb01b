import { Ban, CircleAlert, CircleCheck, CircleX, Clock, LoaderCircle } from "lucide-react";
import type { JobCard } from "@/shared/api";
import { useWords } from "@/shared/words/words";

/** How a job stands, by sign and word, never by colour alone. */
export function Verdict({ job }: { job: JobCard }) {
  const say = useWords();
  const { done, passed, total } = job;
  if (job.state === "done" || (job.state === "failed" && done > 0)) {
    const [Sign, colour] =
      passed === total
        ? [CircleCheck, "text-good"]
        : passed
          ? [CircleAlert, "text-quiet"]
          : [CircleX, "text-bad"];
    return <Line Sign={Sign} colour={colour} text={say("verdict.passed", { passed, total })} />;
  }
  const word = say(`state.${job.state}`);
  if (job.state === "failed") return <Line Sign={CircleX} colour="text-bad" text={word} />;
  if (job.state === "canceled") return <Line Sign={Ban} colour="text-quiet" text={word} />;
  const Sign = job.state === "queued" ? Clock : LoaderCircle;
  const advance = say("state.advance", { done, total });
  return <Line Sign={Sign} colour="text-accent" text={`${word} · ${advance}`} />;
}

type LineProps = { Sign: typeof Clock; colour: string; text: string };

function Line({ Sign, colour, text }: LineProps) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <Sign aria-hidden className={`size-4 shrink-0 ${colour}`} />
      {text}
    </span>
  );
}
