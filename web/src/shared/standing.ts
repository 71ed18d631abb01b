// Where a job that has not ended stands, in words.
import type { JobCard } from "./api";
import { duration } from "./format";
import { type Language, useLanguage } from "./preferences";
import { type Say, useWords } from "./words/words";

/** Short parts, the most telling first: "Drawing", "1 of 3", "about 20 seconds left". */
export function standing(job: JobCard, say: Say, language: Language): string[] {
  const { place, progress } = job;
  if (place?.canceling) return [say("state.stopping")];
  if (job.state === "queued") return [say("state.queued"), ...waiting(job, say, language)];
  const left = progress?.eta_s ?? place?.eta_s ?? null;
  return [
    say(`state.${job.state}`),
    say("state.advance", { done: job.done, total: job.total }),
    ...(left === null ? [] : [say("job.left", { time: duration(left, language) })]),
  ];
}

/** The step of the candidate that is drawn now: "candidate 2 of 3", "tracing", "step 14 of 64". */
export function step(job: JobCard, say: Say): string[] {
  const at = job.progress;
  if (!at || (!at.stage && at.steps === 0)) return [];
  return [
    say("job.candidate.of", { number: at.index + 1, total: job.total }),
    ...(at.stage ? [at.stage] : []),
    ...(at.steps > 1 ? [say("job.step", { step: at.step, steps: at.steps })] : []),
  ];
}

export function useStanding(job: JobCard): string[] {
  return standing(job, useWords(), useLanguage());
}

// A stage of few steps is a small part of a candidate; counted as all of it, the bar would run back.
const FINE = 8;

/** From 0 to 1: finished candidates, and of the one that is drawn as much as is known. */
export function fraction(job: JobCard): number {
  const { progress, done, total } = job;
  const now =
    progress && progress.steps >= FINE && progress.index >= done
      ? progress.step / progress.steps
      : 0;
  return total > 0 ? Math.min(1, (done + Math.min(1, now)) / total) : 0;
}

function waiting({ place }: JobCard, say: Say, language: Language): string[] {
  if (!place) return [];
  const next = place.position === 1;
  return [
    next ? say("queue.next") : say("queue.position", { position: place.position }),
    ...(place.starts_s === null
      ? []
      : [say("queue.starts", { time: duration(place.starts_s, language) })]),
  ];
}
