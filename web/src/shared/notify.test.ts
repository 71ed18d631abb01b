import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { client, type JobCard } from "./api";
import { followAsked, isWanted, permission, tellOnce, whose } from "./notify";

const job = (id: string): JobCard =>
  ({ id, state: "done", updated: "2026-01-01T00:00:00Z", thumbs: [] }) as unknown as JobCard;

beforeEach(() => {
  localStorage.clear();
  whose.set("mine");
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
});
afterEach(() => vi.unstubAllGlobals());

test("jobs that this browser asked for are told, others only when all are wanted", async () => {
  followAsked();
  vi.stubGlobal("fetch", async () =>
    Response.json({ job_id: "one", job_ids: ["one", "two"] }, { status: 201 }),
  );
  await client.POST("/api/jobs", { baseUrl: location.origin, body: {} as never });
  expect([isWanted(job("one")), isWanted(job("two")), isWanted(job("three"))]).toEqual([
    true,
    true,
    false,
  ]);
  whose.set("all");
  expect(isWanted(job("three"))).toBe(true);
});

test("an end is told by one tab only, and once", async () => {
  const show = vi.fn();
  await Promise.all([tellOnce(job("one"), show), tellOnce(job("one"), show)]);
  await tellOnce(job("one"), show);
  expect(show).toHaveBeenCalledOnce();
  await tellOnce(job("two"), show);
  expect(show).toHaveBeenCalledTimes(2);
});

test("where the system offers no notifications, that is said", () => {
  vi.stubGlobal("isSecureContext", false);
  expect(permission()).toBe("absent");
});
