import { expect, test } from "vitest";
import { say } from "@/shared/words/words";
import { accused, distances, isBrandRule, marksOf, standingOf, wordOf } from "./brand";
import { brand } from "./fixtures";

const en = (key: Parameters<typeof say>[1], blanks = {}) => say("en", key, blanks);
const ko = (key: Parameters<typeof say>[1], blanks = {}) => say("ko", key, blanks);
const told = { code: "x", message: "too dark", hint: "lighter" };

test.each([
  [{}, "exact", "원본 그대로"],
  [{ given: "resampled", scale: 0.62 }, "resampled (62 %)", "크기·각도 변경됨 (62 %)"],
  [{ given: "resampled", scale: 0.9971 }, "resampled (99.9 %)", "크기·각도 변경됨 (99.9 %)"],
  [
    { given: "resampled", scale: 0.5, rotate: -8, tilt: "iso" },
    "resampled (50 %, −8°, tilted)",
    "크기·각도 변경됨 (50 %, −8°, 기울임)",
  ],
  [{ given: "overlay" }, "overlay", "장면에 녹이기"],
  [{ given: "imprint" }, "imprint", "물체에 새기기"],
  [{ asked: "overlay", downgraded: told }, "given exactly instead", "원본으로 대체"],
  [{ matched: false }, "differs from the original", "원본과 다름"],
] as const)("%o is told as %s", (changes, english, korean) => {
  expect(wordOf(brand(changes), en)).toBe(english);
  expect(wordOf(brand(changes), ko)).toBe(korean);
});

test("what was scaled is never called exact, not even when it stands for a blended one", () => {
  const one = brand({ asked: "imprint", given: "resampled", scale: 0.5, downgraded: told });
  expect(wordOf(one, en)).toBe("resampled instead (50 %)");
});

test("a core that differs outdoes everything else that could be said", () => {
  expect(standingOf(brand({ matched: false, downgraded: told }))).toBe("failed");
});

test("one badge stands for all in the same state, the worst first", () => {
  const marks = marksOf(
    [
      brand({ asset: "one" }),
      brand({ asset: "two", variant: "dark" }),
      brand({ asset: "three", matched: false }),
    ],
    en,
  );
  expect(marks.map(({ word, names }) => [word, names])).toEqual([
    ["differs from the original", ["three"]],
    ["exact", ["one", "two:dark"]],
  ]);
});

test("figures at their limit are within it, and only what is beyond is over", () => {
  const limits = { shape_iou: 0.98, delta_e: 12, hue: 8 };
  const at = distances(brand({ deviation: limits, limits }));
  expect(at.map(({ over }) => over)).toEqual([false, false, false]);
  const beyond = { shape_iou: 0.979, delta_e: 12.01, hue: 8 };
  const found = distances(brand({ deviation: beyond, limits }));
  expect(found.map(({ over }) => over)).toEqual([true, true, false]);
  expect(distances(brand({}))).toEqual([]);
});

test("a rule on brand pictures accuses the one that differs, else the first", () => {
  const other = brand({ index: 1, matched: false });
  expect(accused([brand({}), other])).toBe(1);
  expect(accused([brand({})])).toBe(0);
  expect(accused([])).toBeUndefined();
  expect(["asset-core", "asset_hue", "coverage"].map(isBrandRule)).toEqual([true, true, false]);
});
