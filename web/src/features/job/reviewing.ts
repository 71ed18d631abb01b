// What can be told of candidates without asking anybody: which is worst, which lie between two.
import type { Candidate, Finding, Job } from "@/shared/api";

/** How far a figure lies beyond its limit, as a share of that limit. */
export function excess({ measured, low, high }: Finding): number {
  if (high !== null && measured > high) return (measured - high) / Math.max(1, Math.abs(high));
  if (low !== null && measured < low) return (low - measured) / Math.max(1, Math.abs(low));
  return 0;
}

/** The check that failed by the most. */
export function worst(checks: Finding[]): Finding | undefined {
  const failed = checks.filter((check) => !check.passed);
  return failed.sort((a, b) => excess(b) - excess(a))[0];
}

/** All indices from one candidate to another, in the order that is shown. */
export function between(candidates: Candidate[], from: number, to: number): number[] {
  const at = (index: number) => candidates.findIndex((item) => item.index === index);
  const [first, last] = [at(from), at(to)].sort((a, b) => a - b) as [number, number];
  if (first < 0) return last < 0 ? [] : [to];
  return candidates
    .slice(first, last + 1)
    .filter((item) => item.final)
    .map((item) => item.index);
}

export const passedOnes = (job: Job): number[] =>
  job.candidates.filter((item) => item.passed && item.final).map((item) => item.index);

export const chosenOnes = (job: Job, selected: number[]): Candidate[] =>
  job.candidates.filter((item) => item.final && selected.includes(item.index));

/** The smaller picture of a candidate that is `side` long at most, made by the server. */
export function thumbOf({ final }: Candidate, side: 320 | 640 | 1280): string | null {
  const found = final && /^(.*)\/files\/((?:final|refined)\/[0-9_.]+)\.png(\?.*)?$/.exec(final.url);
  return found ? `${found[1]}/thumbs/${side}/${found[2]}.webp` : (final?.url ?? null);
}

/** Stages in the order they were spent, those of drawing under one name. */
export type Spent = { name: string; seconds: number; parts: { name: string; seconds: number }[] };

export function spent(timings: Record<string, number>): Spent[] {
  const found = new Map<string, Spent>();
  for (const [whole, seconds] of Object.entries(timings)) {
    const [name = whole, part] = whole.split(".");
    const stage = found.get(name) ?? { name, seconds: 0, parts: [] };
    stage.seconds += seconds;
    if (part) stage.parts.push({ name: part, seconds });
    found.set(name, stage);
  }
  return [...found.values()];
}
