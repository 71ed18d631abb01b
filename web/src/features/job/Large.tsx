import { useEffect, useState } from "react";
import { useSearchParams } from "wouter";
import { announce } from "@/shared/announce";
import type { Candidate, Job } from "@/shared/api";
import { isFinished } from "@/shared/news";
import { Board, useGround } from "@/shared/ui/Board";
import { BoardSwitch } from "@/shared/ui/BoardSwitch";
import { useWords } from "@/shared/words/words";
import { CompareBar } from "./CompareBar";
import type { Doing } from "./doing";
import { Filmstrip } from "./Filmstrip";
import { Look } from "./look";
import { Placing } from "./OnPhoto";
import { Panel } from "./Panel";
import { markedPlace } from "./pixels";
import { useCandidateCommands } from "./useCandidateCommands";
import { useCompare } from "./useCompare";
import { useViewCommands } from "./useViewCommands";
import { ViewBar } from "./ViewBar";
import { type Shown, Viewer } from "./Viewer";
import { Failure, STAGE } from "./Waiting";

type Props = { job: Job; at: number; candidate: Candidate; doing: Doing };

/** One candidate large, with all that is known of it. */
export function Large({ job, at, candidate, doing }: Props) {
  const say = useWords();
  const [look] = useState(() => new Look());
  const [marks, setMarks] = useState(false);
  const compare = useCompare(job, candidate);
  const choose = useChoose(job);
  const ground = useGround();
  const { final } = candidate;
  const name = say("job.candidate", { number: candidate.index + 1 });
  const alt = say("job.alt", { concept: job.concept, number: candidate.index + 1 });
  const own: Shown | null = final && { picture: final, name, alt };
  usePreload(job, at);
  useCandidateCommands(job, () => candidate, doing);
  const toggleMarks = () => setMarks(!marks);
  useViewCommands({
    look,
    previous: () => choose(at - 1),
    next: () => choose(at + 1),
    toggleMarks: candidate.marks ? toggleMarks : undefined,
    toggleCompare: compare.toggle,
    candidate,
  });
  const showPlace = async () => {
    setMarks(true);
    compare.end();
    const place = candidate.marks && (await markedPlace(candidate.marks));
    if (!place || !final || !candidate.marks) return announce(say("checks.marks"));
    const scale = final.width / candidate.marks.width;
    if (look.size.width === final.width) look.show({ x: place.x * scale, y: place.y * scale });
  };
  return (
    <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
      <section aria-label={say("view.stage")} className="grid gap-3 lg:sticky lg:top-18">
        <ViewBar
          job={job}
          candidate={candidate}
          look={look}
          marks={marks}
          toggleMarks={toggleMarks}
          comparing={compare.against !== undefined}
          toggleCompare={compare.toggle}
        />
        {compare.bar && <CompareBar {...compare.bar} />}
        {own && (
          <Viewer
            look={look}
            candidate={candidate}
            own={own}
            against={compare.against}
            marks={marks && ground !== "alpha"}
          />
        )}
        {!own && (
          <Board className={`${STAGE} grid place-items-center`}>
            {candidate.error && <Failure told={candidate.error} />}
          </Board>
        )}
        {ground === "photo" && own && <Placing />}
        <div className="flex flex-wrap items-start justify-between gap-4">
          <Filmstrip
            candidates={job.candidates}
            coming={isFinished(job) ? 0 : job.total - job.candidates.length}
            chosen={at}
            choose={choose}
            selected={doing.selection.selected ?? []}
          />
          <BoardSwitch palette={job.palette} />
        </div>
      </section>
      <Panel job={job} candidate={candidate} doing={doing} showPlace={() => void showPlace()} />
    </div>
  );
}

function useChoose(job: Job): (place: number) => void {
  const [, setSearch] = useSearchParams();
  return (place) => {
    const found = job.candidates[place];
    if (found) setSearch({ candidate: String(found.index + 1) }, { replace: true });
  };
}

/** The neighbours are decoded before they are asked for, so that the next is there at once. */
function usePreload(job: Job, at: number): void {
  const urls = [at - 1, at + 1].map((place) => job.candidates[place]?.final?.url ?? "").join(" ");
  useEffect(() => {
    for (const url of urls.split(" ").filter(Boolean)) {
      const image = new Image();
      image.src = url;
    }
  }, [urls]);
}
