// Where the verbs of a candidate lead to.
import type { Candidate, Job } from "@/shared/api";

export const jobAt = (job: Job, candidate?: Candidate): string =>
  candidate ? `/jobs/${job.id}?candidate=${candidate.index + 1}` : `/jobs/${job.id}`;

/** One candidate beside another. */
export const besideAt = (job: Job, candidate: Candidate, other: Candidate): string =>
  `${jobAt(job, candidate)}&with=${other.index + 1}`;

/** The same seed in a form where everything else can be changed. */
export const keepAt = (job: Job, { seed }: Candidate): string =>
  `/make?from=${job.id}&seed=${seed}`;

export const otherSeedAt = (job: Job): string => `/make?from=${job.id}&seed=random`;

/** The brief in a form, its seed as it was asked for. */
export const briefAt = (job: Job): string => `/make?from=${job.id}`;

export const refineAt = (job: Job, candidate: Candidate): string =>
  `${jobAt(job, candidate)}&refine`;
