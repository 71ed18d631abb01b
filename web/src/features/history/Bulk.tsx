import { CircleStop, RotateCcw, Star, Trash2, X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { type JobCard, Refused } from "@/shared/api";
import type { Listing } from "@/shared/listing";
import { Confirm } from "@/shared/ui/Confirm";
import { useWords } from "@/shared/words/words";
import { type Act, type Failure, fitting } from "./bulk";
import { type Run, useBulk } from "./useBulk";
import { asTheyAre, MOST, type Selection } from "./useSelection";

type Props = { selection: Selection; listing: Listing };

/** What can be done to the jobs that are selected, over the foot of the window. */
export function Bulk({ selection, listing }: Props) {
  const say = useWords();
  const jobs = asTheyAre(selection.chosen, listing.jobs);
  const { run, failures, begin, stop, dismiss } = useBulk(selection);
  const shown = jobs.length > 0 || run !== null || failures !== null;
  useEffect(() => (shown ? toGrid : undefined), [shown]);
  if (!shown) return null;
  return (
    <section
      aria-label={say("history.bulk")}
      className="fixed inset-x-0 bottom-[calc(var(--below,0px)+1rem)] z-10 mx-auto grid w-fit max-w-[calc(100vw-1.5rem)] gap-2 max-sm:w-[calc(100vw-1.5rem)]"
    >
      {failures && <Failures {...failures} dismiss={dismiss} />}
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 rounded-2xl border border-line bg-panel p-2 shadow-xl">
        {run ? (
          <Running run={run} stop={stop} />
        ) : (
          jobs.length > 0 && (
            <Verbs jobs={jobs} total={listing.total} selection={selection} begin={begin} />
          )
        )}
      </div>
    </section>
  );
}

/** The bar goes with the focus in it: then the list has it, where Tab would go to. */
function toGrid(): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>("[data-at][tabindex='0']")?.focus({ preventScroll: true });
  });
}

function Running({ run, stop }: { run: Run; stop: () => void }) {
  const say = useWords();
  const { act, through, count } = run;
  const text = say("history.bulk.running", { act: say(`history.bulk.${act}`), through, count });
  return (
    <>
      <span className="px-2 text-sm tabular-nums">{text}</span>
      <progress className="bar w-40!" max={count} value={through} aria-label={text} />
      <button type="button" className="button ml-2" onClick={stop}>
        {say("history.bulk.stop")}
      </button>
    </>
  );
}

type VerbsProps = {
  jobs: JobCard[];
  total: number;
  selection: Selection;
  begin: (act: Act, jobs: JobCard[]) => void;
};

function Verbs({ jobs, total, selection, begin }: VerbsProps) {
  const say = useWords();
  const act = jobs.every((job) => job.starred) ? "unstar" : "star";
  const most = Math.min(total, MOST);
  return (
    <>
      <button
        type="button"
        className="grid size-9 place-items-center rounded-lg text-quiet hover:bg-sunk hover:text-ink"
        aria-label={say("history.select.clear")}
        title={say("history.select.clear")}
        onClick={selection.clear}
      >
        <X aria-hidden className="size-4" />
      </button>
      <span className="pr-2 font-semibold text-sm tabular-nums">
        {say("history.selected", { count: jobs.length })}
      </span>
      {jobs.length >= MOST && (
        <span role="status" className="pr-2 text-quiet text-sm">
          {say("history.selected.most", { count: MOST })}
        </span>
      )}
      {jobs.length < most && (
        <button type="button" className="button max-sm:ml-auto" onClick={selection.all}>
          {say(total > MOST ? "history.select.first" : "history.select.all", { count: most })}
        </button>
      )}
      <div className="flex gap-2 max-sm:w-full max-sm:[&>button]:flex-1">
        <Verb act={act} icon={<Star aria-hidden className="size-4" />} {...{ jobs, begin }} />
        <Verb
          act="again"
          icon={<RotateCcw aria-hidden className="size-4" />}
          {...{ jobs, begin }}
        />
        <Verb
          act="cancel"
          icon={<CircleStop aria-hidden className="size-4" />}
          {...{ jobs, begin }}
        />
        <Verb act="delete" icon={<Trash2 aria-hidden className="size-4" />} {...{ jobs, begin }} />
      </div>
    </>
  );
}

type VerbProps = {
  act: Act;
  jobs: JobCard[];
  begin: (act: Act, jobs: JobCard[]) => void;
  icon: ReactNode;
};

/** An act on those that it can be done to; what cannot be taken back, or costs time, is asked. */
function Verb({ act, jobs, begin, icon }: VerbProps) {
  const say = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const fit = fitting(act, jobs);
  const rest = jobs.length - fit.length;
  if (fit.length === 0) return null;
  const asks = act === "delete" || act === "again" || act === "cancel";
  const title = `history.${asks ? act : "delete"}.title` as const;
  const name = say(`history.bulk.${act}`);
  return (
    <>
      <button
        type="button"
        className="button"
        aria-label={
          rest
            ? say("history.bulk.count", { act: name, count: fit.length, total: jobs.length })
            : name
        }
        title={name}
        onClick={() => (asks ? dialog.current?.showModal() : begin(act, fit))}
      >
        {icon}
        <span className="max-md:sr-only">{name}</span>
        {rest > 0 && <span className="text-quiet tabular-nums">{fit.length}</span>}
      </button>
      {asks && (
        <Confirm
          ref={dialog}
          title={
            fit.length === 1 ? say(`${title}.one` as const) : say(title, { count: fit.length })
          }
          text={[
            say(`history.${act}.text`),
            ...(act === "delete" && rest ? [say("history.delete.rest", { count: rest })] : []),
          ].join(" ")}
          yes={name}
          no={say(`history.${act}.keep`)}
          mild={act === "again"}
          act={() => begin(act, fit)}
        />
      )}
    </>
  );
}

type FailuresProps = { act: Act; failed: Failure[]; dismiss: () => void };

/** Each job that an act did not work for, and why. */
function Failures({ act, failed, dismiss }: FailuresProps) {
  const say = useWords();
  return (
    <div role="alert" className="max-w-xl rounded-2xl border border-bad bg-panel p-4 shadow-xl">
      <div className="flex items-start gap-3">
        <p className="flex-1 font-semibold text-sm">
          {say("history.bulk.failed", { act: say(`history.bulk.${act}`), count: failed.length })}
        </p>
        <button type="button" className="button" onClick={dismiss}>
          {say("history.bulk.dismiss")}
        </button>
      </div>
      <ul className="mt-2 grid max-h-52 gap-2 overflow-y-auto text-sm">
        {failed.map(({ job, error }) => (
          <li key={job.id}>
            <span className="font-medium">{job.concept || job.id}</span>
            <Reason error={error} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Reason({ error }: { error: Error }) {
  const say = useWords();
  const told = error instanceof Refused && error.message ? error : null;
  return (
    <>
      <span className="block first-letter:uppercase">
        {told?.message ?? say("refusal.offline")}
      </span>
      <span className="block text-quiet first-letter:uppercase">
        {told?.hint ?? say("refusal.offline.hint")}
      </span>
    </>
  );
}
