import { CircleStop, Package, RotateCcw, Trash2 } from "lucide-react";
import { useRef } from "react";
import { useLocation } from "wouter";
import { useCancel, useDelete, useRerun } from "@/shared/acts";
import { announce } from "@/shared/announce";
import type { Job } from "@/shared/api";
import { isFinished } from "@/shared/news";
import { Confirm } from "@/shared/ui/Confirm";
import { Menu } from "@/shared/ui/Menu";
import { Star } from "@/shared/ui/Star";
import { useWords } from "@/shared/words/words";
import { Wrong } from "./Wrong";

/** What can be done to the job as a whole. */
export function Acts({ job, pack }: { job: Job; pack: () => void }) {
  const say = useWords();
  const some = job.passed > 0 || job.thumbs.some((thumb) => thumb.url);
  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:gap-1.5">
      <Star job={job} className="border border-line bg-panel hover:bg-sunk" />
      {job.can_cancel && <Cancel job={job} />}
      {job.can_rerun && <Again job={job} />}
      {some && (
        <button type="button" className="button max-sm:px-2.5!" onClick={pack}>
          <Package aria-hidden className="size-4" />
          {say("export.verb")}
        </button>
      )}
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
