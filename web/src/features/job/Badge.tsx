import { CircleAlert, CircleCheck, CircleX } from "lucide-react";
import type { Candidate } from "@/shared/api";
import { useWords } from "@/shared/words/words";
import { allowed } from "./allowed";
import { worst } from "./reviewing";

/** How a candidate was judged, by sign and word: that it passed, or its worst figure. */
export function Badge({ candidate }: { candidate: Candidate }) {
  const say = useWords();
  const { passed, checks, final } = candidate;
  if (!final) {
    return (
      <Line sign={<CircleAlert aria-hidden className="size-4 shrink-0 text-bad" />}>
        {say("review.unfinished")}
      </Line>
    );
  }
  if (passed) {
    return (
      <Line sign={<CircleCheck aria-hidden className="size-4 shrink-0 text-good" />}>
        {say("job.passed")}
      </Line>
    );
  }
  const found = worst(checks);
  const failed = checks.filter((check) => !check.passed).length;
  return (
    <Line sign={<CircleX aria-hidden className="size-4 shrink-0 text-bad" />}>
      <span className="sr-only">{say("job.failed")}: </span>
      {found && `${found.name} ${found.figure}`}
      {found && <span className="text-quiet"> ({allowed(found, say)})</span>}
      {failed > 1 && <span className="text-quiet"> +{failed - 1}</span>}
    </Line>
  );
}

function Line({ sign, children }: { sign: React.ReactNode; children: React.ReactNode }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 text-sm tabular-nums">
      {sign}
      <span className="truncate">{children}</span>
    </span>
  );
}

/** The brush was at it. */
export function RefinedMark({ candidate }: { candidate: Candidate }) {
  const say = useWords();
  if (!candidate.refined) return null;
  return (
    <span className="rounded-md bg-sunk px-1.5 py-0.5 font-medium text-xs">
      {say("review.refined")}
    </span>
  );
}
