import { expect, test } from "vitest";
import {
  type AssetUse,
  keptUse,
  numberOf,
  plainUse,
  readUse,
  standsOf,
  usesOf,
  written,
} from "./assetUse";

test.each<[string, Partial<AssetUse>, unknown]>([
  ["nothing more", {}, "logo:dark"],
  ["a place", { position: "top-left" }, { asset: "logo:dark", position: "top-left" }],
  ["half its size", { scale: "50" }, { asset: "logo:dark", scale: 0.5 }],
  ["a third of its size", { scale: "33,3 %" }, { asset: "logo:dark", scale: 0.333 }],
  ["a size that is none", { scale: "big" }, { asset: "logo:dark", scale: "big" }],
  ["a size that is empty", { scale: " " }, "logo:dark"],
  ["a turn to the left", { rotate: "−8" }, { asset: "logo:dark", rotate: -8 }],
  ["a turn that is none", { rotate: "left" }, { asset: "logo:dark", rotate: "left" }],
  ["a turn of nothing", { rotate: "-0" }, "logo:dark"],
  [
    "everything",
    { tilt: "iso", stand: "behind", blend: "overlay" },
    { asset: "logo:dark", tilt: "iso", stand: "behind", blend: "overlay" },
  ],
])("of a brand picture with %s only what is not usual is written", (_, changes, brief) => {
  expect(written(plainUse("logo:dark", changes))).toEqual(brief);
});

test.each<Partial<AssetUse>>([
  {},
  { position: "bottom-right", scale: "62.5", rotate: "-8", tilt: "slight" },
  { stand: "on", blend: "imprint", rotate: "7.5" },
])("what was written with %o is read as it was", (changes) => {
  const use = plainUse("logo", changes);
  expect(readUse(written(use))).toEqual(use);
});

test("what cannot be shown is as usual, and what names nothing is nothing", () => {
  const odd = {
    asset: "logo",
    position: "middle",
    scale: "auto",
    rotate: "x",
    tilt: 3,
    blend: null,
  };
  expect(readUse(odd)).toEqual(plainUse("logo"));
  expect([5, null, "", {}, { asset: 1 }, "x".repeat(200)].map(readUse)).toEqual(
    Array(6).fill(null),
  );
});

test("a number that is half typed is kept by the browser as it stands", () => {
  const use = plainUse("logo", { scale: "5o", rotate: "-" });
  expect(keptUse(JSON.parse(JSON.stringify(use)))).toEqual(use);
  expect(keptUse("logo")).toEqual(plainUse("logo"));
  expect(keptUse({ asset: "logo", scale: "9".repeat(500) })?.scale).toBe("");
});

test("of a list each name counts once, and what is no list is empty", () => {
  expect(usesOf(["a", { asset: "a", tilt: "iso" }, 7, "b"], readUse)).toEqual([
    plainUse("a"),
    plainUse("b"),
  ]);
  expect(usesOf("a", readUse)).toEqual([]);
});

test.each([
  ["12", 12],
  ["12,5", 12.5],
  ["-.5", -0.5],
  ["12°", null],
  ["", null],
  ["1e9", null],
])("%o is the number %s", (typed, number) => {
  expect(numberOf(typed)).toBe(number);
});

test("what is pressed into an object stands on it, unless it was told otherwise", () => {
  expect(standsOf(plainUse("a"))).toBe("beside");
  expect(standsOf(plainUse("a", { blend: "imprint" }))).toBe("on");
  expect(standsOf(plainUse("a", { blend: "imprint", stand: "behind" }))).toBe("behind");
});
