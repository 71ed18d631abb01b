import { Columns2, ListChecks, Package, Star, X } from "lucide-react";
import { Link } from "wouter";
import type { Job } from "@/shared/api";
import { useWords } from "@/shared/words/words";
import { besideAt } from "./addresses";
import type { Doing } from "./doing";
import { chosenOnes, passedOnes } from "./reviewing";

/** Stands at the foot of the window while candidates are chosen. */
export function SelectionBar({ job, doing }: { job: Job; doing: Doing }) {
  const say = useWords();
  const { selection, pack } = doing;
  const candidates = chosenOnes(job, selection.selected ?? []);
  const chosen = candidates.map((item) => item.index);
  const [first, second, third] = candidates;
  if (chosen.length === 0) return null;
  const starred = chosen.every(selection.isStarred);
  const passed = passedOnes(job);
  const small = "button max-sm:px-2.5!";
  return (
    <div className="pointer-events-none sticky bottom-[calc(var(--below,0rem)+1rem)] z-5 mt-6 flex justify-center">
      <section
        aria-label={say("select.bar")}
        className="pointer-events-auto flex max-w-full flex-wrap items-center justify-center gap-2 rounded-2xl bg-panel p-2 pl-4 shadow-xl ring-1 ring-line"
      >
        <p className="pr-2 font-semibold text-sm tabular-nums">
          {say("select.count", { count: chosen.length })}
        </p>
        {passed.some((index) => !selection.has(index)) && (
          <button type="button" className={small} onClick={() => selection.set(passed)}>
            <ListChecks aria-hidden className="size-4 text-quiet" />
            {say("select.passed")}
          </button>
        )}
        {first && second && !third && (
          <Link href={besideAt(job, first, second)} className={small}>
            <Columns2 aria-hidden className="size-4 text-quiet" />
            {say("compare.verb")}
          </Link>
        )}
        <button
          type="button"
          className={small}
          onClick={() => selection.star(chosen, !starred)}
          aria-pressed={starred}
        >
          <Star
            aria-hidden
            className={`size-4 ${starred ? "fill-star text-star" : "text-quiet"}`}
          />
          {say("select.star")}
        </button>
        <button type="button" className={small} data-kind="first" onClick={pack}>
          <Package aria-hidden className="size-4" />
          {say("export.verb")}
        </button>
        <Clear act={() => selection.set([])} />
      </section>
    </div>
  );
}

function Clear({ act }: { act: () => void }) {
  const say = useWords();
  return (
    <button
      type="button"
      aria-label={say("select.clear")}
      title={say("select.clear")}
      className="grid size-9 place-items-center rounded-lg text-quiet hover:bg-sunk hover:text-ink"
      onClick={act}
    >
      <X aria-hidden className="size-4" />
    </button>
  );
}
