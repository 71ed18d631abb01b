// A job that was asked for here: how it stands, and its candidates as they come.
import { ArrowUpRight, Check, CircleStop, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { useCancel } from "@/shared/acts";
import { type Candidate, type Job, Refused, useJob } from "@/shared/api";
import { isFinished } from "@/shared/news";
import { step } from "@/shared/standing";
import { Bar } from "@/shared/ui/Bar";
import { Board } from "@/shared/ui/Board";
import { CopyChip } from "@/shared/ui/CopyChip";
import { Verdict } from "@/shared/ui/Verdict";
import { useJobNews } from "@/shared/useJobNews";
import { useWords } from "@/shared/words/words";
import { Small } from "./Small";

type Props = {
  id: string;
  /** It is not there any more, or nobody wants it here. */
  forget: (id: string) => void;
  /** It was asked for just now: where in the window it should come to stand. */
  reveal?: ScrollLogicalPosition;
};

export function Made({ id, forget, reveal }: Props) {
  const { data: job, error } = useJob(id);
  useJobNews(job);
  const isGone = error instanceof Refused && error.status === 404;
  useEffect(() => {
    if (isGone) forget(id);
  }, [isGone, forget, id]);
  const shown = job !== undefined && !isGone;
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (shown && reveal) section.current?.scrollIntoView({ block: reveal });
  }, [shown, reveal]);
  if (!shown) return null;
  return (
    <section ref={section} aria-labelledby={`made-${id}`} className="grid gap-3 lg:scroll-mt-1">
      <Head job={job} forget={() => forget(id)} />
      <Candidates job={job} />
    </section>
  );
}

function Head({ job, forget }: { job: Job; forget: () => void }) {
  const say = useWords();
  const drawn = !isFinished(job) && job.state !== "queued";
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 id={`made-${job.id}`} className="min-w-0 flex-1 font-semibold leading-snug">
          <span className="line-clamp-2">{job.concept}</span>
        </h2>
        <div className="flex shrink-0 items-center gap-2">
          {job.can_cancel && <Cancel job={job} />}
          <Link href={`/jobs/${job.id}`} className="chip hover:bg-sunk">
            {say("make.open")}
            <ArrowUpRight aria-hidden className="size-3.5" />
          </Link>
          {isFinished(job) && (
            <Small label={say("make.hide")} act={forget}>
              <X aria-hidden className="size-4" />
            </Small>
          )}
        </div>
      </div>
      <p className="text-sm">
        <Verdict job={job} />
      </p>
      {drawn && (
        <div className="flex min-h-5 flex-wrap items-center gap-x-4 gap-y-1">
          <Bar job={job} className="w-48!" />
          <p className="text-[0.8125rem] text-quiet tabular-nums">{step(job, say).join(" · ")}</p>
        </div>
      )}
      {job.state === "failed" && job.error && (
        <p className="rounded-lg bg-bad/10 px-3 py-2 text-sm">
          {job.error.message} <span className="block text-quiet">{job.error.hint}</span>
        </p>
      )}
    </div>
  );
}

/** A waiting job goes at once; one that is drawn is asked about first, in its place. */
function Cancel({ job }: { job: Job }) {
  const say = useWords();
  const cancel = useCancel(job);
  const [asking, setAsking] = useState(false);
  const stopping = cancel.isPending || cancel.isSuccess || job.place?.canceling === true;
  const stop = () => {
    setAsking(false);
    cancel.mutate();
  };
  if (asking && !stopping) {
    return (
      <>
        <button type="button" className="chip" onClick={() => setAsking(false)}>
          {say("cancel.keep")}
        </button>
        <button type="button" className="chip border-bad! text-bad" onClick={stop}>
          {say("cancel.verb")}
        </button>
      </>
    );
  }
  return (
    <button
      type="button"
      className="chip"
      disabled={stopping}
      onClick={() => (job.state === "queued" ? stop() : setAsking(true))}
    >
      <CircleStop aria-hidden className="size-3.5" />
      {say(stopping ? "cancel.asked" : "cancel.verb")}
    </button>
  );
}

function Candidates({ job }: { job: Job }) {
  const say = useWords();
  const coming = isFinished(job) ? 0 : job.total - job.candidates.length;
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(11rem,100%),1fr))] gap-3 max-sm:grid-cols-2">
      {job.candidates.map((candidate) => (
        <Drawn key={candidate.index} job={job} candidate={candidate} />
      ))}
      {Array.from({ length: coming }, (_, place) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          key={place}
          className="grid aspect-square place-items-center rounded-2xl border border-quiet/40 border-dashed text-quiet text-xs"
        >
          <span
            className={place === 0 && job.state !== "queued" ? "motion-safe:animate-pulse" : ""}
          >
            {job.candidates.length + place + 1}
            <span className="sr-only">: {say("job.coming")}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Drawn({ job, candidate }: { job: Job; candidate: Candidate }) {
  const say = useWords();
  const { index, seed, passed, thumb } = candidate;
  const Sign = passed ? Check : X;
  return (
    <li className="grid gap-1.5">
      <Link
        href={`/jobs/${job.id}?candidate=${index + 1}`}
        aria-label={`${say("job.candidate", { number: index + 1 })}, ${say(passed ? "job.passed" : "job.failed")}`}
        className="rounded-2xl"
      >
        <Board className="aspect-square overflow-hidden rounded-2xl p-[6%] ring-1 ring-line hover:ring-quiet">
          {thumb && <img src={thumb} alt="" className="size-full object-contain" />}
        </Board>
      </Link>
      <div className="flex flex-wrap items-center justify-between gap-1">
        <span className="inline-flex items-center gap-1 text-[0.8125rem]">
          <Sign
            aria-hidden
            strokeWidth={3}
            className={`size-3.5 ${passed ? "text-good" : "text-bad"}`}
          />
          {say(passed ? "make.passed" : "make.failed")}
        </span>
        <CopyChip label={say("seed.label")} text={String(seed)} />
      </div>
    </li>
  );
}
