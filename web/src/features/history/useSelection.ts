// Which jobs are chosen for an act. They stay chosen while they are scrolled out of view.
import { useCallback, useState } from "react";
import type { JobCard } from "@/shared/api";
import type { Listing } from "@/shared/listing";

export type Selection = {
  chosen: ReadonlyMap<string, JobCard>;
  /** Takes one job in or out. */
  toggle: (job: JobCard, at: number) => void;
  /** Takes in all from the last one that was toggled to this place. */
  extend: (at: number) => void;
  all: () => void;
  clear: () => void;
  /** Leaves only those that `stays` names. */
  keep: (stays: (id: string) => boolean) => void;
};

/** At most so many at once: each is a request of its own. */
export const MOST = 500;

export function useSelection(
  gather: (first: number, last: number) => Promise<Listing>,
  failed: (error: Error) => void,
): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, JobCard>>(new Map());
  const [anchor, setAnchor] = useState<number | null>(null);
  const add = async (first: number, last: number) => {
    try {
      const { jobs } = await gather(first, Math.min(last, first + MOST - 1));
      setChosen((now) => withAll(now, jobs.slice(first, last + 1)));
    } catch (error) {
      failed(error as Error);
    }
  };
  const toggle = (job: JobCard, at: number) => {
    setAnchor(at);
    setChosen((now) => {
      const next = new Map(now);
      if (!next.delete(job.id) && next.size < MOST) next.set(job.id, job);
      return next;
    });
  };
  return {
    chosen,
    toggle,
    extend: (at) => void add(Math.min(anchor ?? at, at), Math.max(anchor ?? at, at)),
    all: () => void add(0, MOST - 1),
    clear: useCallback(() => setChosen(new Map()), []),
    keep: (stays) => setChosen((now) => new Map([...now].filter(([id]) => stays(id)))),
  };
}

/** Those that were chosen and these, as many as may be. */
export function withAll(
  chosen: ReadonlyMap<string, JobCard>,
  jobs: readonly (JobCard | undefined)[],
): Map<string, JobCard> {
  const next = new Map(chosen);
  for (const job of jobs) if (job && next.size < MOST) next.set(job.id, job);
  return next;
}

/** The jobs that are chosen as they are now; those that are out of reach as they were. */
export function asTheyAre(
  chosen: ReadonlyMap<string, JobCard>,
  jobs: readonly (JobCard | undefined)[],
): JobCard[] {
  if (chosen.size === 0) return [];
  const now = new Map(chosen);
  for (const job of jobs) if (job && now.has(job.id)) now.set(job.id, job);
  return [...now.values()];
}
