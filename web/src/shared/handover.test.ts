import { expect, test, vi } from "vitest";
import { handover } from "./handover";

test("what is left is taken once, also by a component that React tries out twice", () => {
  vi.useFakeTimers();
  const handed = { brief: { object_concept: "cup" }, told: [] };
  handover.give(handed);
  expect(handover.take()).toBe(handed);
  expect(handover.take()).toBe(handed);
  vi.runAllTimers();
  expect(handover.take()).toBeNull();
  vi.useRealTimers();
});
