import { expect, test } from "vitest";
import type { JobCard } from "@/shared/api";
import { advance, after, isShort, type Line, sorted } from "./line";

function card(id: string, change: Partial<JobCard> = {}): JobCard {
  const plain = { id, state: "queued", created: id, updated: "1", done: 0, total: 2, place: null };
  return { ...plain, ...change } as unknown as JobCard;
}
const place = (position: number) => ({ position }) as NonNullable<JobCard["place"]>;
const line = (...active: JobCard[]): Line => ({ active, ended: [], beyond: 0 });
const ids = (jobs: JobCard[]) => jobs.map(({ id }) => id).join("");

test("what is drawn comes first, then what waits in the order of its turn", () => {
  const jobs = [
    card("a", { place: place(2) }),
    card("b", { place: place(1) }),
    card("c"),
    card("d", { state: "running" }),
  ];
  expect(ids(sorted(jobs))).toBe("dbac");
});

test("a new job joins, and one that is known is brought up to date but never set back", () => {
  const one = after(line(), "created", { job: "a", card: card("a", { updated: "2" }) });
  expect(ids(one.active)).toBe("a");
  const newer = after(one, "state", {
    job: "a",
    card: card("a", { state: "running", updated: "3" }),
  });
  expect(newer.active[0]?.state).toBe("running");
  expect(after(newer, "state", { job: "a", card: card("a", { updated: "2" }) })).toBe(newer);
});

test("a job that ends moves to those that ended, the newest first", () => {
  const ended = (id: string) => ({ job: id, card: card(id, { state: "done" as const }) });
  const one = after(line(card("a"), card("b")), "state", ended("a"));
  const both = after(one, "state", ended("b"));
  expect([ids(both.active), ids(both.ended)]).toEqual(["", "ba"]);
});

test("an old job that somebody stars has not ended now", () => {
  const before = line(card("a"));
  const starred = card("z", { state: "done", starred: true });
  expect(after(before, "decided", { job: "z", card: starred })).toBe(before);
});

test("progress, places and deletion change only what they are about", () => {
  const before = line(card("a", { state: "running" }), card("b", { place: place(1) }));
  const progress = { index: 0, stage: "", step: 1, steps: 9, eta_s: 3 };
  const stepped = after(before, "progress", { job: "a", progress });
  expect(stepped.active[0]?.progress).toEqual(progress);
  expect(stepped.active[1]).toBe(before.active[1]);
  const placed = after(before, "queue", { places: { a: place(0) } });
  expect(placed.active.map((job) => job.place?.position ?? null)).toEqual([0, null]);
  expect(ids(after(before, "deleted", { job: "a" }).active)).toBe("b");
  expect(after(before, "note", { job: "z" })).toBe(before);
});

test("the title counts the candidates of all jobs that are drawn, and of no other", () => {
  const drawn = { state: "running" as const, done: 1, total: 4 };
  expect(advance(line(card("a", drawn), card("b", { ...drawn, done: 2 }), card("c")))).toEqual({
    done: 3,
    total: 8,
  });
  expect(advance(line(card("c")))).toBeNull();
});

test("more of a long line is read when few of it are left", () => {
  expect(isShort({ ...line(card("a")), beyond: 5 })).toBe(true);
  expect(isShort(line(card("a")))).toBe(false);
});
