// One job of the queue, as it is drawn, as it waits and as it ended.
import { ArrowUpToLine } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { useCancel } from "@/shared/acts";
import { type JobCard, Refused } from "@/shared/api";
import { step, useStanding } from "@/shared/standing";
import { Bar } from "@/shared/ui/Bar";
import { Board } from "@/shared/ui/Board";
import { Verdict } from "@/shared/ui/Verdict";
import { When } from "@/shared/ui/When";
import { useWords } from "@/shared/words/words";
import { usePrefer } from "./usePrefer";

export function Drawn({ job }: { job: JobCard }) {
  const say = useWords();
  const [stage, ...rest] = useStanding(job);
  const now = step(job, say);
  return (
    <Row job={job} lead={<Thumb job={job} />}>
      <p className="mt-0.5 text-sm tabular-nums">
        <span className="font-medium">{stage}</span>
        {rest.map((part) => (
          <span key={part}> · {part}</span>
        ))}
      </p>
      <Bar job={job} className="my-2 w-full" />
      {now.length > 0 && <p className="text-quiet text-sm tabular-nums">{now.join(" · ")}</p>}
      <Cancel job={job} />
    </Row>
  );
}

export function Waiting({ job }: { job: JobCard }) {
  const say = useWords();
  const [, ...parts] = useStanding(job);
  const position = job.place?.position;
  return (
    <Row
      job={job}
      lead={
        <span className="grid size-8 place-items-center rounded-lg bg-sunk font-semibold text-sm tabular-nums">
          <span aria-hidden>{position || "–"}</span>
        </span>
      }
    >
      <p className="text-quiet text-sm tabular-nums">{parts.join(" · ") || say("state.queued")}</p>
      <div className="flex flex-wrap gap-x-2">
        {position !== 1 && !job.place?.canceling && <First job={job} />}
        <Cancel job={job} />
      </div>
    </Row>
  );
}

export function Ended({ job }: { job: JobCard }) {
  return (
    <Row job={job} lead={<Thumb job={job} />}>
      <p className="mt-0.5 text-sm">
        <Verdict job={job} />
      </p>
      {job.error && <p className="text-sm">{job.error.message}</p>}
      <p className="text-quiet text-sm">
        <When iso={job.updated} />
      </p>
    </Row>
  );
}

type RowProps = { job: JobCard; lead: ReactNode; children: ReactNode };

function Row({ job, lead, children }: RowProps) {
  const say = useWords();
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 rounded-xl border border-line p-3">
      {lead}
      <div>
        <Link href={`/jobs/${job.id}`} className="line-clamp-2 font-medium hover:underline">
          {job.concept || say("job.no-concept")}
        </Link>
        {children}
      </div>
    </div>
  );
}

/** The newest finished candidate, or the empty ground that it will lie on. */
function Thumb({ job }: { job: JobCard }) {
  const url = job.thumbs.findLast((thumb) => thumb.url)?.url;
  return (
    <Board className="size-16 overflow-hidden rounded-lg ring-1 ring-line">
      {url && <img src={url} alt="" className="size-full object-contain p-1" decoding="async" />}
    </Board>
  );
}

function First({ job }: { job: JobCard }) {
  const say = useWords();
  const prefer = usePrefer(job);
  return (
    <div className="mt-2">
      <button
        type="button"
        className="chip"
        disabled={prefer.isPending}
        aria-label={say("queue.first.of", { concept: job.concept || job.id })}
        onClick={() => prefer.mutate()}
      >
        <ArrowUpToLine aria-hidden className="size-3.5 text-quiet" />
        {say("queue.first")}
      </button>
      <Wrong error={prefer.error} />
    </div>
  );
}

/** A waiting job goes at once; for one that is drawn the button asks first. */
function Cancel({ job }: { job: JobCard }) {
  const say = useWords();
  const cancel = useCancel(job);
  const [asking, setAsking] = useState(false);
  if (!job.can_cancel) return null;
  const stopping = cancel.isPending || cancel.isSuccess || job.place?.canceling === true;
  const act = () => {
    setAsking(false);
    cancel.mutate();
  };
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      {asking && !stopping ? (
        <>
          <p className="w-full text-sm">{say("cancel.text")}</p>
          <button type="button" className="button" data-kind="grave" onClick={act}>
            {say("cancel.verb")}
          </button>
          <button
            type="button"
            className="button"
            // biome-ignore lint/a11y/noAutofocus: the question took the place of the button
            autoFocus
            onClick={() => setAsking(false)}
          >
            {say("cancel.keep")}
          </button>
        </>
      ) : (
        <button
          type="button"
          className="chip"
          disabled={stopping}
          aria-label={say("queue.cancel", { concept: job.concept || job.id })}
          onClick={job.state === "queued" ? act : () => setAsking(true)}
        >
          {say(stopping ? "cancel.asked" : "queue.cancel.short")}
        </button>
      )}
      <Wrong error={cancel.error} />
    </div>
  );
}

function Wrong({ error }: { error: Error | null }) {
  const say = useWords();
  if (!error) return null;
  return (
    <p role="alert" className="rounded-lg bg-bad/10 px-3 py-1.5 text-sm">
      {error instanceof Refused && error.message ? error.message : say("refusal.offline")}
    </p>
  );
}
