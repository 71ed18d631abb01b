import { expect, test } from "vitest";
import type { JobCard } from "@/shared/api";
import { each, fitting } from "./bulk";
import { asTheyAre, MOST, withAll } from "./useSelection";

const job = (id: string, changes: Partial<JobCard> = {}) =>
  ({ id, starred: false, can_delete: true, can_cancel: false, place: null, ...changes }) as JobCard;
const jobs = ["a", "b", "c", "d", "e"].map((id) => job(id));

test("every job has its turn, and who fails is told with the reason", async () => {
  const through: number[] = [];
  const act = async ({ id }: JobCard) => {
    if (id === "b" || id === "d") throw new Error(`no ${id}`);
  };
  const failed = await each(
    jobs,
    act,
    (count) => through.push(count),
    () => false,
  );
  expect(failed.map(({ job: { id }, error }) => `${id}: ${error.message}`).sort()).toEqual([
    "b: no b",
    "d: no d",
  ]);
  expect(through).toEqual([1, 2, 3, 4, 5]);
});

test("who stops it lets what is under way end, and begins nothing more", async () => {
  const begun: string[] = [];
  let stopped = false;
  const act = async ({ id }: JobCard) => {
    begun.push(id);
    await Promise.resolve();
    stopped = true;
  };
  await each(
    jobs,
    act,
    () => {},
    () => stopped,
  );
  expect(begun).toEqual(["a", "b", "c"]);
});

test("an act is offered only for those that it can be done to", () => {
  const some = [job("a", { starred: true }), job("b", { can_delete: false, can_cancel: true })];
  expect(fitting("star", some).map(({ id }) => id)).toEqual(["b"]);
  expect(fitting("unstar", some).map(({ id }) => id)).toEqual(["a"]);
  expect(fitting("delete", some).map(({ id }) => id)).toEqual(["a"]);
  const place = { canceling: true } as JobCard["place"];
  expect(fitting("cancel", [...some, job("c", { can_cancel: true, place })])).toEqual([some[1]]);
});

test("what is chosen is acted upon as it is now, also out of view", () => {
  const chosen = withAll(new Map(), [job("a"), undefined, job("b")]);
  const now = asTheyAre(chosen, [job("a", { starred: true }), undefined]);
  expect(now.map(({ id, starred }) => [id, starred])).toEqual([
    ["a", true],
    ["b", false],
  ]);
});

test("no more are chosen than can be told one by one", () => {
  const many = Array.from({ length: MOST + 5 }, (_, at) => job(String(at)));
  expect(withAll(new Map(), many).size).toBe(MOST);
});
