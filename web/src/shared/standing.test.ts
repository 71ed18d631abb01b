import { expect, test } from "vitest";
import type { JobCard } from "./api";
import { fraction, standing, step } from "./standing";
import { say } from "./words/words";

const english = (key: Parameters<typeof say>[1], blanks?: Parameters<typeof say>[2]) =>
  say("en", key, blanks);
const job = (changes: Partial<JobCard>) =>
  ({ state: "running", done: 1, total: 4, progress: null, place: null, ...changes }) as JobCard;
const place = {
  state: "waiting",
  position: 3,
  starts_s: 200,
  eta_s: 260,
  priority: 5,
  canceling: false,
} as const;
const progress = { index: 1, stage: "Tracing", step: 16, steps: 64, eta_s: 42 };

test.each([
  [job({ state: "queued" }), "Waiting"],
  [job({ state: "queued", place }), "Waiting · number 3 in line · begins in about 3 minutes"],
  [
    job({ state: "queued", place: { ...place, position: 1, starts_s: null } }),
    "Waiting · next in line",
  ],
  [job({ progress }), "Drawing · 1 of 4 · about 40 seconds left"],
  [job({ place: { ...place, state: "running", canceling: true } }), "Stopping"],
])("%# reads well", (shown, words) => {
  expect(standing(shown, english, "en").join(" · ")).toBe(words);
});

test("the step is told with its stage", () => {
  expect(step(job({ progress }), english)).toEqual([
    "Candidate 2 of 4",
    "Tracing",
    "step 16 of 64",
  ]);
  expect(step(job({ progress: { ...progress, step: 1, steps: 1 } }), english)).toEqual([
    "Candidate 2 of 4",
    "Tracing",
  ]);
});

test.each([
  [job({ done: 0 }), 0],
  [job({ progress }), 0.3125],
  [job({ progress: { ...progress, index: 0 } }), 0.25],
  [job({ progress: { ...progress, step: 1, steps: 2 } }), 0.25],
  [job({ done: 4, progress }), 1],
  [job({ done: 0, total: 0 }), 0],
])("the bar of %# stands at %d", (shown, part) => {
  expect(fraction(shown)).toBe(part);
});
