// Over the large picture: back to all, how near one is, what is laid over or against it.
import { Columns2, Layers, LayoutGrid, Maximize, Minus, Plus, ScanSearch } from "lucide-react";
import { type ReactNode, useSyncExternalStore } from "react";
import { Link } from "wouter";
import type { Candidate, Job } from "@/shared/api";
import { useWords } from "@/shared/words/words";
import { jobAt } from "./addresses";
import type { Look } from "./look";

type Props = {
  job: Job;
  candidate: Candidate;
  look: Look;
  selected: number;
  marks: boolean;
  toggleMarks: () => void;
  comparing: boolean;
  toggleCompare: (() => void) | undefined;
  layered: boolean;
  toggleLayers: (() => void) | undefined;
};

export function ViewBar(props: Props) {
  const { job, candidate, look, selected, marks, comparing, layered, ...toggles } = props;
  const say = useWords();
  return (
    <div className="flex flex-wrap items-center gap-2">
      {job.total > 1 && (
        <Link href={jobAt(job)} className="button">
          <LayoutGrid aria-hidden className="size-4 text-quiet" />
          {say("view.all", { count: job.total })}
          {selected > 0 && (
            <span className="rounded-md bg-accent px-1.5 text-paper text-xs leading-5">
              {say("select.count", { count: selected })}
            </span>
          )}
        </Link>
      )}
      {toggles.toggleCompare && (
        <Toggle pressed={comparing} act={toggles.toggleCompare} title={say("compare.about")}>
          <Columns2 aria-hidden className="size-4 text-quiet" />
          <span className="max-sm:sr-only">{say("compare.verb")}</span>
        </Toggle>
      )}
      {toggles.toggleLayers && (
        <Toggle pressed={layered} act={toggles.toggleLayers} title={say("layers.about")}>
          <Layers aria-hidden className="size-4 text-quiet" />
          <span className="max-sm:sr-only">{say("layers.verb")}</span>
        </Toggle>
      )}
      {candidate.marks && (
        <Toggle pressed={marks} act={toggles.toggleMarks} title={say("checks.marks")}>
          <ScanSearch aria-hidden className="size-4 text-quiet" />
          <span className="max-sm:sr-only">{say("view.marks")}</span>
        </Toggle>
      )}
      <Zoom look={look} />
    </div>
  );
}

type ToggleProps = { pressed: boolean; act: () => void; title: string; children: ReactNode };

function Toggle({ pressed, act, title, children }: ToggleProps) {
  return (
    <button
      type="button"
      className="button max-sm:px-2.5! aria-pressed:border-ink aria-pressed:bg-sunk"
      aria-pressed={pressed}
      title={title}
      onClick={act}
    >
      {children}
    </button>
  );
}

function Zoom({ look }: { look: Look }) {
  const say = useWords();
  const percent = useSyncExternalStore(look.listen, look.percent);
  return (
    <fieldset className="ml-auto flex items-center gap-0.5 rounded-xl border border-line bg-panel p-0.5">
      <legend className="sr-only">{say("view.zoom")}</legend>
      <Step label={say("view.out")} act={look.farther}>
        <Minus aria-hidden className="size-4" />
      </Step>
      <button
        type="button"
        title={say("view.actual")}
        aria-label={say("view.percent", { percent })}
        className="min-h-8 min-w-14 rounded-lg px-1 text-center font-medium text-sm tabular-nums hover:bg-sunk"
        onClick={look.actual}
      >
        {percent} %
      </button>
      <Step label={say("view.in")} act={look.closer}>
        <Plus aria-hidden className="size-4" />
      </Step>
      <Step label={say("view.fit")} act={look.fit}>
        <Maximize aria-hidden className="size-4" />
      </Step>
    </fieldset>
  );
}

function Step({ label, act, children }: { label: string; act: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className="grid size-8 place-items-center rounded-lg text-quiet hover:bg-sunk hover:text-ink"
      onClick={act}
    >
      {children}
    </button>
  );
}
