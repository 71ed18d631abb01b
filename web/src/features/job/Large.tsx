import { type RefObject, useEffect, useRef, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { announce } from "@/shared/announce";
import type { Candidate, Job } from "@/shared/api";
import { isFinished } from "@/shared/news";
import { Board, useGround } from "@/shared/ui/Board";
import { BoardSwitch } from "@/shared/ui/BoardSwitch";
import { useWords } from "@/shared/words/words";
import { jobAt } from "./addresses";
import { CompareBar } from "./CompareBar";
import type { Doing } from "./doing";
import { Filmstrip } from "./Filmstrip";
import { LayerBar } from "./LayerBar";
import { Look } from "./look";
import { Placing } from "./OnPhoto";
import { Panel } from "./Panel";
import { markedPlace } from "./pixels";
import type { Room } from "./Shots";
import { roomOf, useSought } from "./sought";
import { useCandidateCommands } from "./useCandidateCommands";
import { useCompare } from "./useCompare";
import { useLayers } from "./useLayers";
import { useViewCommands } from "./useViewCommands";
import { ViewBar } from "./ViewBar";
import { Viewer } from "./Viewer";
import { Failure, STAGE } from "./Waiting";

type Props = { job: Job; at: number; candidate: Candidate; doing: Doing };

/** One candidate large, with all that is known of it. */
export function Large({ job, at, candidate, doing }: Props) {
  const stage = useRef<HTMLElement>(null);
  const large = useLarge(job, at, candidate);
  const sought = useSought(() => {
    large.look.fit();
    // on a phone the picture stands far above what is read of it
    stage.current?.querySelector("[data-pane]")?.scrollIntoView({ block: "nearest" });
  });
  usePreload(job, at);
  useCandidateCommands(job, () => candidate, doing);
  return (
    <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
      <Stage
        ref={stage}
        job={job}
        at={at}
        candidate={candidate}
        selected={doing.selection.selected ?? []}
        large={large}
        outlined={roomOf(candidate, sought.shown)}
      />
      <Panel
        job={job}
        candidate={candidate}
        doing={doing}
        showPlace={() => void large.showPlace()}
        sought={sought}
      />
    </div>
  );
}

type StageProps = Omit<Props, "doing"> & {
  ref: RefObject<HTMLElement | null>;
  selected: number[];
  large: ReturnType<typeof useLarge>;
  outlined: Room | undefined;
};

/** The picture with what is over and under it. */
function Stage({ ref, job, at, candidate, selected, large, outlined }: StageProps) {
  const say = useWords();
  const ground = useGround();
  const { look, marks, compare, layers } = large;
  const { final } = candidate;
  const name = say("job.candidate", { number: candidate.index + 1 });
  const alt = say("job.alt", { concept: job.concept, number: candidate.index + 1 });
  return (
    <section ref={ref} aria-label={say("view.stage")} className="grid gap-3 lg:sticky lg:top-18">
      <ViewBar
        job={job}
        candidate={candidate}
        look={look}
        selected={selected.length}
        marks={marks}
        toggleMarks={large.toggleMarks}
        comparing={compare.against !== undefined}
        toggleCompare={compare.toggle}
        layered={layers.bar !== undefined}
        toggleLayers={layers.toggle}
      />
      {compare.bar && <CompareBar {...compare.bar} />}
      {layers.bar && <LayerBar {...layers.bar} />}
      {final ? (
        <Viewer
          look={look}
          candidate={candidate}
          own={{ picture: final, name, alt }}
          layers={layers.shown}
          against={compare.against}
          marks={marks && ground !== "alpha"}
          outlined={outlined}
        />
      ) : (
        <Board className={`${STAGE} grid place-items-center`}>
          {candidate.error && <Failure told={candidate.error} />}
        </Board>
      )}
      {ground === "photo" && final && <Placing />}
      <div className="flex flex-wrap items-start justify-between gap-4">
        <Filmstrip
          candidates={job.candidates}
          coming={isFinished(job) ? 0 : job.total - job.candidates.length}
          chosen={at}
          choose={large.choose}
          selected={selected}
        />
        <BoardSwitch palette={job.palette} />
      </div>
    </section>
  );
}

/** How the candidate is looked at: near or far, with marks, against another. */
function useLarge(job: Job, at: number, candidate: Candidate) {
  const say = useWords();
  const [look] = useState(() => new Look());
  const [marks, setMarks] = useState(false);
  const compare = useCompare(job, candidate);
  // one at a time: layers of both would be hard to tell apart
  const layers = useLayers(candidate, compare.end);
  const toggleCompare =
    compare.toggle &&
    (() => {
      layers.end();
      compare.toggle?.();
    });
  const choose = useChoose(job);
  const [, go] = useLocation();
  const toggleMarks = () => setMarks(!marks);
  useViewCommands({
    look,
    previous: () => choose(at - 1),
    next: () => choose(at + 1),
    all: job.total > 1 ? () => go(jobAt(job)) : undefined,
    toggleMarks: candidate.marks ? toggleMarks : undefined,
    toggleCompare,
    layers,
    candidate,
  });
  const showPlace = async () => {
    setMarks(true);
    compare.end();
    layers.end();
    announce(say("checks.marks"));
    const { final, marks: found } = candidate;
    const place = found && (await markedPlace(found));
    if (!place || !final) return;
    const scale = final.width / found.width;
    // in a chat or on a photo the picture is a part of something else
    if (look.size.width === final.width) look.show({ x: place.x * scale, y: place.y * scale });
  };
  return {
    look,
    marks,
    toggleMarks,
    showPlace,
    compare: { ...compare, toggle: toggleCompare },
    layers,
    choose,
  };
}

function useChoose(job: Job): (place: number) => void {
  const say = useWords();
  const [, setSearch] = useSearchParams();
  return (place) => {
    const found = job.candidates[place];
    if (!found) return;
    setSearch({ candidate: String(found.index + 1) }, { replace: true });
    const name = say("job.candidate.of", { number: found.index + 1, total: job.total });
    announce(`${name}, ${say(found.passed ? "job.passed" : "job.failed")}`);
  };
}

/** The neighbors are decoded before they are asked for, so that the next is there at once. */
function usePreload(job: Job, at: number): void {
  const urls = [at - 1, at + 1].map((place) => job.candidates[place]?.final?.url ?? "").join(" ");
  useEffect(() => {
    for (const url of urls.split(" ").filter(Boolean)) {
      const image = new Image();
      image.src = url;
    }
  }, [urls]);
}
