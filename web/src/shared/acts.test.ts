import { expect, test } from "vitest";
import { foreseen } from "./acts";

const KNOWN = {
  version: 4,
  selected: [0],
  starred: false,
  note: "old",
  candidates: { "1": { starred: true, note: "warm" } },
};

test("a change is foreseen, and what it does not name stays", () => {
  expect(foreseen(KNOWN, { selected: [0, 2] })).toEqual({ ...KNOWN, selected: [0, 2] });
  expect(foreseen(KNOWN, { note: "" }).note).toBe("");
});

test("what is said of one candidate leaves the rest said of it, and the others", () => {
  const { candidates } = foreseen(KNOWN, {
    candidates: { "1": { starred: false }, "3": { note: "too cold" } },
  });
  expect(candidates).toEqual({
    "1": { starred: false, note: "warm" },
    "3": { starred: false, note: "too cold" },
  });
});
