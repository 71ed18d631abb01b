import { MessageSquare } from "lucide-react";
import type { MouseEvent } from "react";
import { useLocation } from "wouter";
import type { Candidate, Job } from "@/shared/api";
import { fileName } from "@/shared/format";
import { Board } from "@/shared/ui/Board";
import { CopyChip } from "@/shared/ui/CopyChip";
import { useWords } from "@/shared/words/words";
import { jobAt } from "./addresses";
import { Badge, RefinedMark } from "./Badge";
import { BrandMarks } from "./BrandMarks";
import { Note } from "./Note";
import { thumbOf } from "./reviewing";
import { CandidateStar, Choose } from "./Said";
import type { Selection } from "./selection";
import { dragOut } from "./Take";
import { Verbs } from "./Verbs";

type Props = { job: Job; candidate: Candidate; selection: Selection; renew: () => void };

/** One candidate among others: its picture, its seed, how it was judged, and what to do with it. */
export function CandidateCard({ job, candidate, selection, renew }: Props) {
  const say = useWords();
  const { index, final } = candidate;
  const note = selection.noteOf(index);
  return (
    <li
      data-index={index}
      className={`flex flex-col rounded-2xl bg-panel ring-1 ${selection.has(index) ? "ring-2 ring-accent" : "ring-line"}`}
    >
      <div className="relative">
        <PictureLink job={job} candidate={candidate} selection={selection} />
        {final && (
          <span className="absolute top-2.5 left-2.5">
            <Choose round index={index} selection={selection} />
          </span>
        )}
      </div>
      <div className="flex grow flex-col gap-2.5 p-3.5">
        <div className="flex items-center gap-2">
          <h2 className="whitespace-nowrap font-semibold">
            {say("job.candidate", { number: index + 1 })}
          </h2>
          <RefinedMark candidate={candidate} />
          <span className="ml-auto min-w-0">
            <CopyChip label={say("seed.label")} text={String(candidate.seed)} />
          </span>
          <CandidateStar index={index} selection={selection} />
        </div>
        <Badge candidate={candidate} />
        <BrandMarks candidate={candidate} />
        <details className="text-sm">
          <summary className="flex min-h-6 list-none items-center gap-1.5 text-quiet hover:text-ink [&::-webkit-details-marker]:hidden">
            <MessageSquare aria-hidden className="size-4 shrink-0" />
            <span className="truncate">{note || say("note.add")}</span>
          </summary>
          <Note job={job} candidate={candidate} />
        </details>
        <div className="mt-auto">
          <Verbs small job={job} candidate={candidate} renew={renew} />
        </div>
      </div>
    </li>
  );
}

/** A click opens it large; with Shift or Control it is chosen as files are. */
function PictureLink({ job, candidate, selection }: Omit<Props, "renew">) {
  const say = useWords();
  const [, go] = useLocation();
  const { index, final, error, seed } = candidate;
  const thumb = thumbOf(candidate, 640);
  const click = (event: MouseEvent) => {
    event.preventDefault();
    if (final && event.shiftKey) selection.extend(index);
    else if (final && (event.ctrlKey || event.metaKey)) selection.toggle(index);
    else go(jobAt(job, candidate));
  };
  return (
    <a
      href={jobAt(job, candidate)}
      data-open=""
      className="block rounded-t-2xl"
      onClick={click}
      onDragStart={(event) => final && dragOut(event, final, fileName(job.concept, seed))}
    >
      <Board className="grid aspect-[4/3] grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] place-items-center overflow-hidden rounded-t-2xl p-5 sm:aspect-square">
        {thumb ? (
          <img
            src={thumb}
            alt={say("job.alt", { concept: job.concept, number: index + 1 })}
            className="size-full object-scale-down"
          />
        ) : (
          <p className="rounded-xl bg-panel p-3 text-ink text-sm ring-1 ring-line first-letter:uppercase">
            {error?.message ?? say("review.unfinished")}
          </p>
        )}
      </Board>
    </a>
  );
}
