import { Ban, Clock, LoaderCircle, TriangleAlert } from "lucide-react";
import { Link } from "wouter";
import type { Job, Told } from "@/shared/api";
import { isFinished } from "@/shared/news";
import { useStanding } from "@/shared/standing";
import { useWords } from "@/shared/words/words";

export const STAGE =
  "h-[clamp(18rem,100vh-21rem,56rem)] max-lg:h-[min(92vw,60vh)] overflow-hidden rounded-2xl ring-1 ring-line";
// as high as the place of a candidate that is still to come
const FRAME =
  "grid min-h-64 place-content-center justify-items-center gap-4 rounded-2xl border border-line border-dashed p-6 text-center";

/** A job without candidates: where it stands, or why it ended and the way on. */
export function Waiting({ job }: { job: Job }) {
  const say = useWords();
  const standing = useStanding(job);
  const ended = isFinished(job);
  const Sign = ended ? Ban : job.state === "queued" ? Clock : LoaderCircle;
  const spin = Sign === LoaderCircle ? "text-accent motion-safe:animate-spin" : "text-quiet";
  const nothing = job.state === "canceled" ? "job.canceled" : "job.nothing";
  return (
    <div className={FRAME}>
      {job.error && job.state !== "canceled" ? (
        <Failure told={job.error} />
      ) : (
        <p className="flex items-start gap-2 text-balance text-left">
          <Sign aria-hidden className={`mt-0.5 size-5 shrink-0 ${spin}`} />
          {ended ? say(nothing) : standing.join(" · ")}
        </p>
      )}
      {ended && job.can_rerun && (
        <Link href={`/make?from=${job.id}`} className="button">
          {say("job.change")}
        </Link>
      )}
    </div>
  );
}

export function Failure({ told }: { told: Told }) {
  return (
    <div className="m-6 max-w-md rounded-2xl bg-panel p-5 text-left shadow-lg ring-1 ring-line">
      <p className="flex gap-2 font-semibold">
        <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-bad" />
        <span className="first-letter:uppercase">{told.message}</span>
      </p>
      {told.hint && <p className="mt-1 pl-7 text-quiet text-sm">{told.hint}</p>}
    </div>
  );
}
