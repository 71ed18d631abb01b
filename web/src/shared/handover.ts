// What one place leaves for the next: a brief that came out of a picture, and what to tell of it.
import type { Told } from "./api";

export type Handed = {
  /** A brief as JSON, as `POST /api/jobs` takes it. */
  brief: Record<string, unknown>;
  /** What would differ today from what is written in the picture. */
  told: Told[];
};

let held: Handed | null = null;

/** Leaves something for the place that is gone to next. */
export function give(handed: Handed): void {
  held = handed;
}

/** What was left, once: whoever comes later finds nothing. A component that React tries out twice
 * finds it both times. */
export function take(): Handed | null {
  const found = held;
  setTimeout(() => {
    if (held === found) held = null;
  });
  return found;
}

export const handover = { give, take };
