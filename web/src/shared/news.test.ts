import { type InfiniteData, QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test } from "vitest";
import type { Candidate, Filter, Job, JobCard, JobPage } from "./api";
import { decide, takeIn } from "./news";

const ANY: Filter = { text: "", states: [], starred: false };

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
  queries.setQueryData<InfiniteData<JobPage>>(["jobs", "en", filter], {
    pages: [{ jobs: ids.map((id) => card(id)), next: null, total: ids.length }],
    pageParams: [""],
  });
const page = (filter: Filter = ANY) =>
  queries.getQueryData<InfiniteData<JobPage>>(["jobs", "en", filter])?.pages[0] as JobPage;
const shown = (filter: Filter = ANY) => page(filter).jobs.map((job) => job.id);
const job = (id: string) => queries.getQueryData<Job>(["job", id, "en"]) as Job;
const hear = (name: string, news: object) => takeIn(queries, name, JSON.stringify(news));

beforeEach(() => {
  queries = new QueryClient();
});

test("a new job stands on top of every list that it fits, and is counted", () => {
  const failed: Filter = { ...ANY, states: ["failed"] };
  list(ANY, "b", "a");
  list(failed, "a");
  hear("created", { job: "c", card: card("c", { state: "queued" }) });
  expect(shown()).toEqual(["c", "b", "a"]);
  expect(page().total).toBe(3);
  expect(shown(failed)).toEqual(["a"]);
});

test.each([
  ["of the same second has its place by its id", "b-", null, ["c", "b-", "b", "a"]],
  ["that is older than all that was read waits for its page", "A", "more", ["c", "b", "a"]],
  ["that is older than all there are is the last", "A", null, ["c", "b", "a", "A"]],
])("a job %s", (_, id, next, expected) => {
  list(ANY, "c", "b", "a");
  page().next = next;
  hear("created", { job: id, card: card(id) });
  expect(shown()).toEqual(expected);
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
});

test("progress changes the step and nothing else, and never a job that has ended", () => {
  list(ANY, "a");
  queries.setQueryData(["job", "a", "en"], whole("a"));
  const progress = { index: 1, stage: "Tracing", step: 3, steps: 9, eta_s: 4 };
  hear("progress", { job: "a", progress });
  expect(page().jobs[0]).toEqual(card("a", { progress }));
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
  expect(page().jobs.map((item) => item.place)).toEqual([null, place]);
  hear("queue", { places: {} });
  expect(page().jobs.map((item) => item.place)).toEqual([null, null]);
});

test("a deleted job is gone, and what was too much to tell is asked for again", () => {
  list(ANY, "b", "a");
  hear("deleted", { job: "a" });
  expect(shown()).toEqual(["b"]);
  expect(page().total).toBe(1);
  hear("reset", {});
  expect(queries.getQueryState(["jobs", "en", ANY])?.isInvalidated).toBe(true);
});

test("a star shows in every list at once, and an older decision does not undo a newer", () => {
  const starred: Filter = { ...ANY, starred: true };
  list(ANY, "a");
  list(starred);
  const decided = { version: 2, selected: [0], starred: true, note: "", candidates: {} };
  decide(queries, "a", decided);
  expect(page().jobs[0]?.starred).toBe(true);
  decide(queries, "a", { ...decided, version: 1, note: "old" });
  expect(queries.getQueryData(["decisions", "a"])).toEqual(decided);
});
