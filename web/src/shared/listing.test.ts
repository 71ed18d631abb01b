import { expect, test } from "vitest";
import type { Filter, JobCard, JobPage } from "./api";
import { type Listing, lacks, merged, PAGE, pagesAround, placed, without } from "./listing";

const ANY: Filter = {
  text: "",
  states: [],
  packs: [],
  starred: false,
  seed: "",
  since: "",
  until: "",
};

/** The job at a place of a list of so many; the smaller the place, the newer. */
const job = (at: number, changes: Partial<JobCard> = {}): JobCard =>
  ({
    id: `job-${at}`,
    created: new Date(1e12 - at * 1000).toISOString(),
    updated: "2026-01-31T09:00:00.000Z",
    state: "done",
    packs: [],
    starred: false,
    ...changes,
  }) as JobCard;

const answer = (page: number, total: number): JobPage => ({
  jobs: Array.from({ length: Math.min(PAGE, total - page * PAGE) }, (_, at) =>
    job(page * PAGE + at),
  ),
  next: null,
  total,
});

const read = (total: number, ...pages: number[]): Listing =>
  pages.reduce<Listing | undefined>(
    (list, page) => merged(list, page, answer(page, total)),
    undefined,
  ) as Listing;

const ids = (list: Listing, from = 0, to = list.total) =>
  list.jobs.slice(from, to).map((one) => one?.id);
const listing = (told: Listing | "ask") => {
  if (told === "ask") throw new Error("asked");
  return told;
};

test("pages are put where they belong, whatever was read before", () => {
  const list = read(10_000, 0, 100);
  expect([list.total, list.jobs.length]).toEqual([10_000, 10_000]);
  expect(ids(list, 6000, 6002)).toEqual(["job-6000", "job-6001"]);
  expect(list.jobs[PAGE]).toBeUndefined();
  expect([0, 1, 100, 166, 167].map((page) => lacks(list, page))).toEqual([
    false,
    true,
    false,
    true,
    false,
  ]);
});

test("a number that changed says that what was read before is old, but still shown", () => {
  const list = merged(read(120, 0, 1), 1, answer(1, 121));
  expect(ids(list, 0, 2)).toEqual(["job-0", "job-1"]);
  expect([lacks(list, 0), lacks(list, 1), lacks(list, 2)]).toEqual([true, false, true]);
});

test("no job stands in two places after one moved", () => {
  const moved = answer(1, 120);
  moved.jobs[0] = job(59); // a newer one came, of which nothing was heard yet
  const list = merged(read(120, 0, 1), 1, moved);
  expect(ids(list).filter((id) => id === "job-59")).toHaveLength(1);
  expect(lacks(list, 0)).toBe(true);
});

test("an event that told more than an answer that came later stays", () => {
  const newer = job(3, { updated: "2026-02-01T00:00:00.000Z", done: 2 });
  const told = listing(placed(read(120, 0), newer, ANY, false));
  const list = merged(told, 0, answer(0, 120));
  expect(list.jobs[3]).toBe(newer);
  const older = merged(list, 0, {
    ...answer(0, 120),
    jobs: [job(0, { updated: "2026-03-01T00:00:00.000Z", done: 9 })],
  });
  expect(older.jobs[0]?.done).toBe(9);
});

test("a job that comes on top moves all others, and what was read stays read", () => {
  const list = listing(placed(read(10_000, 0, 1), job(-1), ANY, true));
  expect([list.total, list.moves]).toEqual([10_001, 1]);
  expect(ids(list, 0, 2)).toEqual(["job--1", "job-0"]);
  expect([lacks(list, 0), lacks(list, 1)]).toEqual([false, false]);
  const gone = listing(without(list, "job--1"));
  expect([gone.total, gone.jobs[0]?.id]).toEqual([10_000, "job-0"]);
});

test("a place that was moved out of what was read is read again", () => {
  const far = listing(placed(read(10_000, 0, 50), job(-1), ANY, true));
  expect(far.jobs[50 * PAGE]).toBeUndefined();
  expect([lacks(far, 0), lacks(far, 50)]).toEqual([false, true]);
});

test("only the server knows of a job that was not read", () => {
  expect(without(read(10_000, 0), "job-5000")).toBe("ask");
  const whole = read(60, 0);
  expect(without(whole, "elsewhere")).toBe(whole);
  const done: Filter = { ...ANY, states: ["done"] };
  expect(placed(read(10_000, 0), job(5000, { state: "failed" }), done, true)).toBe("ask");
  const list = read(10_000, 0);
  expect(placed(list, job(5000), ANY, false)).toBe(list);
});

test("a job that is known and fits no more goes, and one that fits is never twice there", () => {
  const stars: Filter = { ...ANY, starred: true };
  const list = read(60, 0);
  expect(listing(placed(list, job(4), stars, true)).total).toBe(59);
  expect(listing(placed(list, job(4), ANY, true)).total).toBe(60);
});

test.each([
  [0, 14, false, [0], [1, 2]],
  [58, 70, false, [0, 1], [2, 3]],
  [600, 620, false, [10], [11, 12, 9]],
  [600, 620, true, [10], [9, 8, 11]],
  [9_990, 10_004, false, [166], [165]],
])("of the places %i to %i (back: %s) these pages are read", (first, last, back, shown, beside) => {
  expect(pagesAround(first, last, 10_000, back)).toEqual({ shown, beside });
});

test("an empty list has no pages", () => {
  expect(pagesAround(0, 20, 0)).toEqual({ shown: [], beside: [] });
});
