import type { Candidate, Job } from "@/shared/api";
import { CopyChip } from "@/shared/ui/CopyChip";
import { Term } from "@/shared/ui/Term";
import { useWords } from "@/shared/words/words";
import { Badge, RefinedMark } from "./Badge";
import { BrandMarks } from "./BrandMarks";
import { BrandPictures } from "./BrandPictures";
import { Cutout } from "./Cutout";
import type { Doing } from "./doing";
import { Findings } from "./Findings";
import { Note } from "./Note";
import { CandidateStar, Choose } from "./Said";
import { Stages } from "./Stages";
import type { Sought } from "./sought";
import { Take } from "./Take";
import { Verbs } from "./Verbs";

type Props = {
  job: Job;
  candidate: Candidate;
  doing: Doing;
  showPlace: () => void;
  sought: Sought;
};

/** Beside the large picture: what it is, what to do with it, how it was judged and made. */
export function Panel({ job, candidate, doing, showPlace, sought }: Props) {
  const say = useWords();
  const { index, final } = candidate;
  return (
    <div className="grid gap-8">
      <section className="grid gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="font-semibold">
            {say("job.candidate.of", { number: index + 1, total: job.total })}
          </h2>
          <RefinedMark candidate={candidate} />
          <span className="ml-auto flex items-center gap-1.5">
            <CandidateStar index={index} selection={doing.selection} />
            {final && <Choose index={index} selection={doing.selection} />}
          </span>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Badge candidate={candidate} />
          <span className="flex items-center gap-2 text-sm">
            <Term name="seed" />
            <CopyChip text={String(candidate.seed)} />
          </span>
        </div>
        <BrandMarks candidate={candidate} />
        <Verbs job={job} candidate={candidate} renew={doing.renew} />
      </section>
      <Take job={job} candidate={candidate} />
      <BrandPictures job={job} candidate={candidate} sought={sought} />
      {candidate.checks.length > 0 && (
        <Findings
          job={job}
          candidate={candidate}
          renew={doing.renew}
          showPlace={showPlace}
          sought={sought}
        />
      )}
      <Cutout candidate={candidate} />
      <Note key={index} job={job} candidate={candidate} />
      <Stages candidate={candidate} />
    </div>
  );
}
