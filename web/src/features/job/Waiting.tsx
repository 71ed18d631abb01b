import { Ban, Clock, LoaderCircle, TriangleAlert } from "lucide-react";
import type { Job, Told } from "@/shared/api";
import { isFinished } from "@/shared/news";
import { useStanding } from "@/shared/standing";
import { Board } from "@/shared/ui/Board";
import { useWords } from "@/shared/words/words";

export const STAGE =
  "h-[clamp(18rem,100vh-21rem,56rem)] max-lg:h-[min(92vw,60vh)] overflow-hidden rounded-2xl ring-1 ring-line";
const FRAME = `${STAGE} grid place-items-center`;

/** A job without candidates: where it stands, or why it ended. */
export function Waiting({ job }: { job: Job }) {
  const say = useWords();
  const standing = useStanding(job);
  if (job.error) {
    return (
      <Board className={FRAME}>
        <Failure told={job.error} />
      </Board>
    );
  }
  const Sign = isFinished(job) ? Ban : job.state === "queued" ? Clock : LoaderCircle;
  const spin = Sign === LoaderCircle ? "text-accent motion-safe:animate-spin" : "text-quiet";
  return (
    <Board className={FRAME}>
      <p className="mx-4 flex items-center gap-2 rounded-xl bg-panel px-5 py-4 shadow-lg ring-1 ring-line">
        <Sign aria-hidden className={`size-5 shrink-0 ${spin}`} />
        {isFinished(job) ? say("job.nothing") : standing.join(" · ")}
      </p>
    </Board>
  );
}

export function Failure({ told }: { told: Told }) {
  return (
    <div className="m-6 max-w-md rounded-2xl bg-panel p-5 shadow-lg ring-1 ring-line">
      <p className="flex gap-2 font-semibold">
        <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-bad" />
        <span className="first-letter:uppercase">{told.message}</span>
      </p>
      {told.hint && <p className="mt-1 pl-7 text-quiet text-sm">{told.hint}</p>}
    </div>
  );
}
