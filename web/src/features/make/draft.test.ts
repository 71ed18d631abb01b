import { expect, test } from "vitest";
import { plainUse } from "./assetUse";
import { briefOf, type Draft, draftOf, EMPTY, isEmpty, moved, shapesOf } from "./draft";

const draft = (changes: Partial<Draft>): Draft => ({ ...EMPTY, ...changes });
const sent = (changes: Partial<Draft>) => JSON.parse(briefOf(draft(changes)));

test("a concept alone is a whole brief of defaults", () => {
  expect(sent({ concept: "컵" })).toEqual({
    object_concept: "컵",
    campaign_text: "",
    style: { style_packs: [], free_text: "", reference_images: [], negative: "" },
    assets: [],
    size_preset: "1:1",
    candidate_count: 4,
    shapes: {},
    unmatched: "refuse",
    seed: "random",
  });
});

test.each([
  ["0", "0"],
  ["9223372036854775807", "9223372036854775807"],
  [" 007 ", "7"],
  ["12a", '"12a"'],
  ["", '""'],
  ["-1", '"-1"'],
])("the fixed seed %o is sent as %s, no digit lost", (fixedSeed, text) => {
  expect(briefOf(draft({ seed: "fixed", fixedSeed }))).toMatch(new RegExp(`,"seed":${text}\\}$`));
});

test("a seed cannot smuggle anything into the request", () => {
  expect(sent({ seed: "fixed", fixedSeed: '1,"model":"x' }).seed).toBe('1,"model":"x');
});

test("a size of one's own is sent as numbers, and as typed where it is none", () => {
  expect(sent({ size: "own", width: "1200", height: "6x" }).size_preset).toEqual({
    width: 1200,
    height: "6x",
  });
});

test("only shapes of words that still stand in the concept are sent", () => {
  const shapes = { Cup: "hot-beverage", 화분: "potted-plant" };
  expect(shapesOf(draft({ concept: "a cup", shapes }))).toEqual({ Cup: "hot-beverage" });
});

test.each<[string, Partial<Draft>]>([
  [
    "everything",
    {
      concept: "컵",
      campaign: "여름",
      packs: ["sp-glass", "sp-3d-clay"],
      freeText: "cold",
      references: ["upload:ab"],
      negative: "fog",
      assets: [
        plainUse("logo:white"),
        plainUse("badge", { position: "top", scale: "50", tilt: "iso" }),
      ],
      size: "16:9",
      count: 2,
      seed: "fixed",
      fixedSeed: "42",
      shapes: { 컵: "hot-beverage" },
      unmatched: "skip",
      model: "render",
    },
  ],
  ["a size of its own", { size: "own", width: "448", height: "300" }],
  ["nothing", {}],
])("a brief with %s gives the draft it came from", (_, changes) => {
  expect(draftOf(sent(changes))).toEqual(draft(changes));
});

test.each([
  ["1:1 1024x1024", "1:1"],
  ["3:4", "3:4"],
  ["1200x628", "own"],
])("the size %s of a file is read as %s", (size_preset, size) => {
  expect(draftOf({ size_preset }).size).toBe(size);
});

test("a brand picture with nothing but usual settings is sent by its name alone", () => {
  const assets = [plainUse("logo"), plainUse("badge:dark", { position: "top-left", rotate: "-8" })];
  expect(sent({ assets }).assets).toEqual([
    "logo",
    { asset: "badge:dark", position: "top-left", rotate: -8 },
  ]);
});

test("a brief with style at its top and odd parts is read as far as it can be", () => {
  const read = draftOf({
    object_concept: 5,
    style_packs: ["sp-glass", 7],
    size_preset: { width: null },
    shapes: { a: 1, b: "cup" },
  });
  expect(read).toEqual(draft({ packs: ["sp-glass"], shapes: { b: "cup" } }));
});

test("only a draft without anything in it is empty", () => {
  expect(isEmpty(draft({}))).toBe(true);
  expect(isEmpty(draft({ count: 3 }))).toBe(false);
});

test("items change places, and stay at the ends", () => {
  expect(moved(["a", "b", "c"], 2, -1)).toEqual(["a", "c", "b"]);
  expect(moved(["a", "b"], 1, 1)).toEqual(["a", "b"]);
  expect(moved(["a", "b"], 0, -1)).toEqual(["a", "b"]);
});
