import { CircleStop, RotateCcw, Trash2 } from "lucide-react";
import { useRef } from "react";
import { useLocation } from "wouter";
import { useCancel, useDelete, useRerun } from "@/shared/acts";
import { announce } from "@/shared/announce";
import { type Job, Refused } from "@/shared/api";
import { isFinished } from "@/shared/news";
import { Menu } from "@/shared/ui/Menu";
import { Star } from "@/shared/ui/Star";
import { useWords } from "@/shared/words/words";
import { Confirm } from "./Confirm";
import { Export } from "./Export";

/** What can be done to the job as a whole. */
export function Acts({ job }: { job: Job }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Star job={job} className="border border-line bg-panel hover:bg-sunk" />
      {job.can_cancel && <Cancel job={job} />}
      {job.can_rerun && <Again job={job} />}
      {job.passed > 0 || job.thumbs.some((thumb) => thumb.url) ? <Export job={job} /> : null}
      {isFinished(job) && job.can_delete && <Delete job={job} />}
    </div>
  );
}

/** A waiting job goes at once; one that is drawn is asked about first. */
function Cancel({ job }: { job: Job }) {
  const say = useWords();
  const cancel = useCancel(job);
  const dialog = useRef<HTMLDialogElement>(null);
  const stopping = cancel.isPending || cancel.isSuccess || job.place?.canceling === true;
  const click = () => (job.state === "queued" ? cancel.mutate() : dialog.current?.showModal());
  return (
    <>
      <button type="button" className="button" disabled={stopping} onClick={click}>
        <CircleStop aria-hidden className="size-4" />
        {say(stopping ? "cancel.asked" : "cancel.verb")}
      </button>
      <Wrong error={cancel.error} />
      <Confirm
        ref={dialog}
        title={say("cancel.title")}
        text={say("cancel.text")}
        yes={say("cancel.verb")}
        no={say("cancel.keep")}
        act={() => cancel.mutate()}
      />
    </>
  );
}

function Again({ job }: { job: Job }) {
  const say = useWords();
  const [, go] = useLocation();
  const rerun = useRerun(job);
  const draw = (newSeed: boolean) =>
    rerun.mutate(newSeed, {
      onSuccess: (id) => {
        announce(say("rerun.done"));
        go(`/jobs/${id}`);
      },
    });
  return (
    <>
      <Menu label={say("rerun.verb")} icon={<RotateCcw aria-hidden className="size-4" />}>
        <button type="button" className="item" onClick={() => draw(true)}>
          {say("rerun.seed")}
          <small>{say("rerun.seed.about")}</small>
        </button>
        <button type="button" className="item" onClick={() => draw(false)}>
          {say("rerun.exact")}
          <small>{say("rerun.exact.about")}</small>
        </button>
      </Menu>
      <Wrong error={rerun.error} />
    </>
  );
}

function Delete({ job }: { job: Job }) {
  const say = useWords();
  const [, go] = useLocation();
  const remove = useDelete(job);
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button
        type="button"
        className="button px-2.5!"
        title={say("delete.verb")}
        aria-label={say("delete.verb")}
        onClick={() => dialog.current?.showModal()}
      >
        <Trash2 aria-hidden className="size-4" />
      </button>
      <Wrong error={remove.error} />
      <Confirm
        ref={dialog}
        title={say("delete.title")}
        text={say("delete.text")}
        yes={say("delete.verb")}
        no={say("delete.keep")}
        act={() => remove.mutate(undefined, { onSuccess: () => go("/", { replace: true }) })}
      />
    </>
  );
}

/** Why an act was refused, beside its button. */
function Wrong({ error }: { error: Error | null }) {
  const say = useWords();
  if (!error) return null;
  const told = error instanceof Refused && error.message ? error.message : say("refusal.offline");
  return (
    <p role="alert" className="rounded-lg bg-bad/10 px-3 py-2 text-sm">
      {told}
    </p>
  );
}
