import { expect, test } from "vitest";
import { candidate, finding, job, picture } from "./fixtures";
import { between, passedOnes, spent, thumbOf, worst } from "./reviewing";

test("the worst check is the one furthest beyond its limit, whichever side", () => {
  const checks = [
    finding({ rule: "halo", passed: false, measured: 66, low: null, high: 60 }),
    finding({ rule: "coverage", passed: false, measured: 3, low: 12, high: 80 }),
    finding({ rule: "edge_contact", passed: true, measured: 0, low: null, high: 0 }),
  ];
  expect(worst(checks)?.rule).toBe("coverage");
  expect(worst([finding({})])).toBeUndefined();
});

const four = [0, 1, 2, 3].map((index) =>
  candidate({ index, final: index === 2 ? null : picture("/x.png") }),
);

test("a range goes both ways and leaves out what has no picture", () => {
  expect(between(four, 0, 3)).toEqual([0, 1, 3]);
  expect(between(four, 3, 1)).toEqual([1, 3]);
  expect(between(four, 9, 1)).toEqual([1]);
});

test("only those that passed and have a picture are taken as passed", () => {
  const candidates = four.map((item) => ({ ...item, passed: item.index > 1 }));
  expect(passedOnes(job({ candidates }))).toEqual([3]);
});

test("a card asks for a smaller picture, and for the whole where there is no smaller", () => {
  const url = "/api/jobs/20260731-090000-1f3a9c07/files/final/0_7.png";
  expect(thumbOf(candidate({ final: picture(url) }), 640)).toBe(
    "/api/jobs/20260731-090000-1f3a9c07/thumbs/640/final/0_7.webp",
  );
  const refined = "/api/jobs/20260731-090000-1f3a9c07/files/refined/0_7.1.png";
  expect(thumbOf(candidate({ final: picture(refined) }), 640)).toBe(
    "/api/jobs/20260731-090000-1f3a9c07/thumbs/640/refined/0_7.1.webp",
  );
  expect(thumbOf(candidate({ final: picture("/elsewhere.png") }), 640)).toBe("/elsewhere.png");
  expect(thumbOf(candidate({ final: null }), 640)).toBeNull();
});

test("the steps of drawing are counted together, in the order they were spent", () => {
  const stages = spent({ "draw.model": 1, "draw.light": 2.5, alpha: 0.25, save: 0.5 });
  expect(stages.map(({ name, seconds }) => [name, seconds])).toEqual([
    ["draw", 3.5],
    ["alpha", 0.25],
    ["save", 0.5],
  ]);
  expect(stages[0]?.parts).toHaveLength(2);
});
