import { expect, test } from "vitest";
import { plainUse } from "./assetUse";
import { EMPTY } from "./draft";
import { seeded, wantedOf, withAssets } from "./filling";

test.each([
  ["", null],
  ["candidate=3", null],
  ["from=20260131-090000-1f3a9c07", { from: "20260131-090000-1f3a9c07", seed: null }],
  ["from=a&seed=9223372036854775807", { from: "a", seed: "9223372036854775807" }],
  ["from=a&seed=random", { from: "a", seed: "random" }],
  ["from=a&seed=1%22x", { from: "a", seed: null }],
  ["sample=sp-glass-1", { sample: "sp-glass-1" }],
  ["packs=sp-glass,sp-glass,,sp-3d-clay", { packs: ["sp-glass", "sp-3d-clay"] }],
  ["packs=", null],
  ["asset=logo&asset=badge:dark&asset=logo", { assets: ["logo", "badge:dark"] }],
  ["asset=", null],
  ["handed", { handed: true }],
])("the address ?%s wants %o", (search, wanted) => {
  expect(wantedOf(search)).toEqual(wanted);
});

test("a seed that is kept draws one candidate, the same one", () => {
  expect(seeded(EMPTY, "42")).toEqual({ ...EMPTY, seed: "fixed", fixedSeed: "42", count: 1 });
});

test("a new seed leaves the number of candidates as it was", () => {
  const fixed = { ...EMPTY, seed: "fixed" as const, fixedSeed: "42", count: 3 };
  expect(seeded(fixed, "random")).toEqual({ ...EMPTY, count: 3 });
  expect(seeded(fixed, null)).toBe(fixed);
});

test("brand pictures are added once, with what is set of those that are there, six at most", () => {
  const mine = plainUse("logo", { position: "top" });
  const draft = { ...EMPTY, assets: [mine] };
  expect(withAssets(draft, ["logo", "badge"]).assets).toEqual([mine, plainUse("badge")]);
  const many = ["a", "b", "c", "d", "e", "f", "g"];
  expect(withAssets(draft, many).assets.map(({ asset }) => asset)).toEqual([
    "logo",
    ...many.slice(0, 5),
  ]);
});
