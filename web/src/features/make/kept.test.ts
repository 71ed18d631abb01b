import { beforeEach, expect, test } from "vitest";
import { plainUse } from "./assetUse";
import { EMPTY } from "./draft";
import { keepDraft, loadDraft, readAsked, readDraft } from "./kept";

beforeEach(() => localStorage.clear());

test("a draft comes back as it was kept", () => {
  const draft = { ...EMPTY, concept: "유리 물방울", packs: ["sp-glass"], seed: "fixed" as const };
  keepDraft(draft);
  expect(loadDraft()).toEqual(draft);
});

test("brand pictures come back as they were set, and names alone of an older version too", () => {
  const assets = [plainUse("logo:dark", { position: "top", scale: "5o", blend: "overlay" })];
  keepDraft({ ...EMPTY, assets });
  expect(loadDraft().assets).toEqual(assets);
  expect(readDraft(JSON.stringify({ assets: ["logo", 5, "logo"] })).assets).toEqual([
    plainUse("logo"),
  ]);
});

test.each([null, "", "{", "[]", "null", "5", '"text"'])("of %o comes an empty draft", (stored) => {
  expect(readDraft(stored)).toEqual(EMPTY);
});

test.each([
  ["concept", 5],
  ["concept", "x".repeat(5000)],
  ["packs", ["a", "b", "c", "d", "e"]],
  ["packs", [1]],
  ["assets", "logo"],
  ["assets", [{ asset: 5 }]],
  ["size", "2:1"],
  ["count", 9],
  ["count", 1.5],
  ["seed", "any"],
  ["shapes", ["cup"]],
  ["shapes", { cup: 1 }],
  ["unmatched", true],
])("a damaged %s (%o) costs only itself", (name, value) => {
  const stored = JSON.stringify({ ...EMPTY, campaign: "여름", [name]: value, unknown: 1 });
  expect(readDraft(stored)).toEqual({ ...EMPTY, campaign: "여름" });
});

test.each([
  ['["a"]', ["a"]],
  ["[1]", []],
  ["{", []],
  [null, []],
])("of %o come the asked jobs %o", (stored, ids) => {
  expect(readAsked(stored)).toEqual(ids);
});
