import { useRef } from "react";
import { useSearchParams } from "wouter";
import type { Job } from "@/shared/api";
import type { Doing } from "./doing";
import { Export } from "./Export";
import { Grid } from "./Grid";
import { Large } from "./Large";
import { NewSeed } from "./NewSeed";
import { SelectionBar } from "./SelectionBar";
import { useSelection } from "./selection";
import { Wrong } from "./Wrong";

type Props = {
  job: Job;
  pack: Doing["pack"];
  exporting: React.RefObject<HTMLDialogElement | null>;
};

/** All candidates side by side, or the one that the address names; the only one is large anyway. */
export function Review({ job, pack, exporting }: Props) {
  const [search] = useSearchParams();
  const seeding = useRef<HTMLDialogElement>(null);
  const selection = useSelection(job);
  const doing: Doing = { selection, pack, renew: () => seeding.current?.showModal() };
  const named = job.candidates.findIndex(
    (item) => String(item.index + 1) === search.get("candidate"),
  );
  const at = named < 0 && job.total === 1 ? 0 : named;
  const candidate = job.candidates[at];
  return (
    <>
      {selection.error && (
        <div className="mb-4">
          <Wrong error={selection.error} />
        </div>
      )}
      {candidate ? (
        <Large job={job} at={at} candidate={candidate} doing={doing} />
      ) : (
        <>
          <Grid job={job} doing={doing} />
          <SelectionBar job={job} doing={doing} />
        </>
      )}
      <NewSeed ref={seeding} job={job} />
      <Export ref={exporting} job={job} selection={selection} />
    </>
  );
}
