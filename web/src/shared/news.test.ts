import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { type Candidate, type Filter, type Job, type JobCard, Refused } from "./api";
import type { Listing } from "./listing";
import { decide, takeIn } from "./news";

const ANY: Filter = {
  text: "",
  states: [],
  packs: [],
  starred: false,
  seed: "",
  since: "",
  until: "",
};

const card = (id: string, changes: Partial<JobCard> = {}): JobCard => ({
  id,
  state: "running",
  created: "2026-01-31T09:00:00Z",
  updated: "2026-01-31T09:00:00.000Z",
  concept: "cup",
  packs: [],
  engine: "render",
  model: "render",
  origin: null,
  width: 64,
  height: 64,
  total: 3,
  done: 0,
  passed: 0,
  starred: false,
  selected: 0,
  note: "",
  progress: null,
  error: null,
  thumbs: [],
  place: null,
  can_cancel: true,
  can_rerun: true,
  can_delete: false,
  ...changes,
});

const whole = (id: string, candidates: number[] = []): Job => ({
  ...card(id),
  material_class: "opaque",
  palette: [],
  brief: "",
  notes: [],
  sheet: null,
  candidates: candidates.map((index) => ({ index }) as Candidate),
  decisions: { version: 0, selected: [], starred: false, note: "", candidates: {} },
});

let queries: QueryClient;
const list = (filter: Filter, ...ids: string[]) =>
  queries.setQueryData<Listing>(["jobs", "en", filter], {
    jobs: ids.map((id) => (id ? card(id) : undefined)),
    total: ids.length,
    read: new Set([0]),
    moves: 0,
  });
const listed = (filter: Filter = ANY) =>
  queries.getQueryData<Listing>(["jobs", "en", filter]) as Listing;
const shown = (filter: Filter = ANY) => listed(filter).jobs.map((job) => job?.id ?? "");
const isAsked = (filter: Filter = ANY) => {
  vi.advanceTimersByTime(1000);
  return queries.getQueryState(["jobs", "en", filter])?.isInvalidated;
};
const job = (id: string) => queries.getQueryData<Job>(["job", id, "en"]) as Job;
const hear = (name: string, news: object) => takeIn(queries, name, JSON.stringify(news));

beforeEach(() => {
  vi.useFakeTimers();
  queries = new QueryClient();
  return () => {
    vi.advanceTimersByTime(1000);
    vi.useRealTimers();
  };
});

test("a new job stands on top of every list that it fits, and is counted", () => {
  const failed: Filter = { ...ANY, states: ["failed"] };
  list(ANY, "b", "a");
  list(failed, "a");
  hear("created", { job: "c", card: card("c", { state: "queued" }) });
  expect(shown()).toEqual(["c", "b", "a"]);
  expect(listed().total).toBe(3);
  expect(shown(failed)).toEqual(["a"]);
});

test.each([
  ["of the same second has its place by its id", "b-", ["c", "b-", "b", "a"]],
  ["that is older than all there are is the last", "A", ["c", "b", "a", "A"]],
])("a job %s", (_, id, expected) => {
  list(ANY, "c", "b", "a");
  hear("created", { job: id, card: card(id) });
  expect(shown()).toEqual(expected);
  expect(isAsked()).toBe(false);
});

test("a job between others that were not read is asked for, and its neighbors stay", () => {
  list(ANY, "c", "", "", "a");
  hear("created", { job: "b", card: card("b") });
  expect(shown()).toEqual(["c", "", "", "a"]);
  expect(isAsked()).toBe(true);
});

test("what happens to a job that was not read yet changes nothing that is shown", () => {
  list(ANY, "c", "", "a");
  hear("candidate", { job: "b", card: card("b", { done: 1 }) });
  expect(shown()).toEqual(["c", "", "a"]);
  expect(isAsked()).toBe(false);
});

test.each([
  ["leaves a list of what runs when it is done", { states: ["running"] }, "done", ["b"]],
  ["stays where it fits", { states: ["done"] }, "done", ["b", "a"]],
  [
    "stays in a list by words, which only the server can search",
    { text: "cup" },
    "done",
    ["b", "a"],
  ],
] as const)("a job %s", (_, filter, state, left) => {
  const chosen = { ...ANY, ...filter } as Filter;
  list(chosen, "b", "a");
  hear("state", { job: "a", card: card("a", { state }) });
  expect(shown(chosen)).toEqual(left);
});

test("a search by words takes in no job that only the server could find", () => {
  list({ ...ANY, text: "cup" }, "a");
  hear("created", { job: "b", card: card("b") });
  expect(shown({ ...ANY, text: "cup" })).toEqual(["a"]);
  expect(isAsked({ ...ANY, text: "cup" })).toBe(true);
});

test.each([
  ["packs", { packs: ["sp-glass"] }, { packs: ["sp-glass", "sp-neon"] }],
  ["days", { since: "2026-01-30", until: "2026-02-02" }, {}],
  ["stars", { starred: true }, { starred: true }],
] as const)("a list by %s takes in what it lets through and nothing else", (_, filter, changes) => {
  const chosen = { ...ANY, ...filter } as Filter;
  list(chosen, "a");
  hear("created", { job: "b", card: card("b", { ...changes } as Partial<JobCard>) });
  hear("created", { job: "c", card: card("c", { created: "2026-01-01T09:00:00Z" }) });
  expect(shown(chosen)).toEqual(["b", "a"]);
});

test("a swarm of jobs is one question", () => {
  const chosen = { ...ANY, text: "cup" };
  list(chosen, "a");
  const asked = vi.spyOn(queries, "invalidateQueries");
  for (let n = 0; n < 50; n++) hear("created", { job: `b${n}`, card: card(`b${n}`) });
  vi.advanceTimersByTime(1000);
  expect(asked).toHaveBeenCalledTimes(1);
});

test("progress changes the step and nothing else, and never a job that has ended", () => {
  list(ANY, "a");
  queries.setQueryData(["job", "a", "en"], whole("a"));
  const progress = { index: 1, stage: "Tracing", step: 3, steps: 9, eta_s: 4 };
  hear("progress", { job: "a", progress });
  expect(listed().jobs[0]).toEqual(card("a", { progress }));
  expect(job("a").progress).toEqual(progress);
  hear("state", { job: "a", card: card("a", { state: "canceled" }) });
  hear("progress", { job: "a", progress });
  expect(job("a").progress).toBeNull();
});

test("candidates come in any order, twice too, and stand in the order of their numbers", () => {
  queries.setQueryData(["job", "a", "en"], whole("a", [1]));
  for (const index of [2, 0, 2]) {
    hear("candidate", { job: "a", card: card("a", { done: 3 }), candidate: { index } });
  }
  expect(job("a").candidates.map((item) => item.index)).toEqual([0, 1, 2]);
  expect(job("a").done).toBe(3);
});

test("what is older than what is shown changes nothing", () => {
  queries.setQueryData(["job", "a", "en"], { ...whole("a"), updated: "2026-01-31T10:00:00.000Z" });
  hear("state", { job: "a", card: card("a", { state: "queued" }) });
  expect(job("a").state).toBe("running");
});

test("places in the line reach who is in it, and leave who is not", () => {
  const place = { state: "waiting", position: 1, starts_s: 4, eta_s: 9, priority: 5 } as const;
  list(ANY, "b", "a");
  hear("queue", { places: { a: place } });
  expect(listed().jobs.map((item) => item?.place)).toEqual([null, place]);
  hear("queue", { places: {} });
  expect(listed().jobs.map((item) => item?.place)).toEqual([null, null]);
});

test("a library that was changed is asked for again, and no job is", () => {
  queries.setQueryData(["assets"], []);
  list(ANY, "b", "a");
  hear("assets", {});
  expect(queries.getQueryState(["assets"])?.isInvalidated).toBe(true);
  expect(queries.getQueryState(["jobs", "en", ANY])?.isInvalidated).toBe(false);
});

test("a deleted job is gone, and what was too much to tell is asked for again", () => {
  list(ANY, "b", "a");
  hear("deleted", { job: "a" });
  expect(shown()).toEqual(["b"]);
  expect(listed().total).toBe(1);
  hear("reset", {});
  expect(queries.getQueryState(["jobs", "en", ANY])?.isInvalidated).toBe(true);
});

test("news of others do not bring back a job that the server has no more", async () => {
  queries.setQueryData(["job", "a", "en"], whole("a"));
  const gone = new Refused(404, "job-unknown", "there is none", "", 0);
  const asked = { queryKey: ["job", "a", "en"], queryFn: () => Promise.reject(gone), retry: false };
  await queries.fetchQuery(asked).catch(() => {});
  hear("queue", { places: {} });
  hear("progress", { job: "a", progress: null });
  hear("state", { job: "a", card: card("a") });
  expect(queries.getQueryState(["job", "a", "en"])?.error).toBe(gone);
});

test("a star shows in every list at once, and an older decision does not undo a newer", () => {
  const starred: Filter = { ...ANY, starred: true };
  list(ANY, "a");
  list(starred);
  const decided = { version: 2, selected: [0], starred: true, note: "", candidates: {} };
  decide(queries, "a", decided);
  expect(listed().jobs[0]?.starred).toBe(true);
  decide(queries, "a", { ...decided, version: 1, note: "old" });
  expect(queries.getQueryData(["decisions", "a"])).toEqual(decided);
});
