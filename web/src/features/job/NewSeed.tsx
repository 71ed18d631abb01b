import { Dices, SlidersHorizontal } from "lucide-react";
import { type RefObject, useId } from "react";
import { Link, useLocation } from "wouter";
import { useRerun } from "@/shared/acts";
import { announce } from "@/shared/announce";
import type { Job } from "@/shared/api";
import { useWords } from "@/shared/words/words";
import { otherSeedAt } from "./addresses";
import { Wrong } from "./Wrong";

const CHOICE = "flex items-start gap-3 rounded-xl border border-line p-3.5 text-left hover:bg-sunk";

/** A new seed is one of two things, and a person says which: at once with the same settings, or
 * with something changed first. */
export function NewSeed({ ref, job }: { ref: RefObject<HTMLDialogElement | null>; job: Job }) {
  const say = useWords();
  const label = useId();
  const [, go] = useLocation();
  const rerun = useRerun(job);
  const close = () => ref.current?.close();
  const draw = () =>
    rerun.mutate(true, {
      onSuccess: (id) => {
        close();
        announce(say("rerun.done"));
        go(`/jobs/${id}`);
      },
    });
  return (
    <dialog ref={ref} aria-labelledby={label} className="dialog">
      <div className="grid gap-3">
        <h2 id={label} className="font-semibold text-lg">
          {say("verb.new")}
        </h2>
        <button type="button" className={CHOICE} disabled={rerun.isPending} onClick={draw}>
          <Dices aria-hidden className="mt-0.5 size-5 shrink-0 text-quiet" />
          <span>
            <span className="font-medium">{say("new.same")}</span>
            <span className="block text-quiet text-sm">
              {say("new.same.about", { count: job.total })}
            </span>
          </span>
        </button>
        <Link href={otherSeedAt(job)} className={CHOICE} onClick={close}>
          <SlidersHorizontal aria-hidden className="mt-0.5 size-5 shrink-0 text-quiet" />
          <span>
            <span className="font-medium">{say("new.change")}</span>
            <span className="block text-quiet text-sm">{say("new.change.about")}</span>
          </span>
        </Link>
        <Wrong error={rerun.error} />
        <button type="button" className="button justify-self-end" onClick={close}>
          {say("new.cancel")}
        </button>
      </div>
    </dialog>
  );
}
