import { expect, test } from "vitest";
import type { Candidate } from "@/shared/api";
import { brand, candidate, layer } from "./fixtures";
import { viewsOf } from "./sheets";

const own = (index: number, ...parts: string[]) =>
  ["", ...parts].map((part) => layer(`asset${index}${part}`));
const EFFECTS = ["-shadow", "-shade", "-light"];

function named(changes: Partial<Candidate>) {
  const views = viewsOf(candidate({ layers: [layer("object"), layer("shadow")], ...changes }));
  return Object.fromEntries(
    [...views].map(([view, sheets]) => [
      view,
      sheets.map(({ name, blend }) => (blend === "normal" ? name : `${name}*${blend}`)).join(" "),
    ]),
  );
}

test("an exact one is seen alone, and with the light that is hidden in the PSD", () => {
  expect(named({ assets: [brand({ layers: own(0, ...EFFECTS) })] })).toEqual({
    flat: "flat",
    lit: "shadow object asset0-shadow*multiply asset0 asset0-shade*multiply asset0-light*screen",
    object: "object",
    brand: "asset0",
    shadow: "shadow asset0-shadow",
    light: "asset0 asset0-shade*multiply asset0-light*screen",
  });
});

test("where something is blended it can be seen unblended, behind under the object", () => {
  const assets = [
    brand({ stand: "behind", layers: own(0, "-shadow") }),
    brand({ index: 1, given: "overlay", layers: own(1, "-lit") }),
  ];
  const views = named({ assets, blended: true });
  expect(views.exact).toBe("shadow asset0-shadow*multiply asset0 object asset1");
  expect(views.brand).toBe("asset0 asset1-lit");
  expect(views.light).toBeUndefined();
});

test("no stack is shown that lacks a part, or in which glass would hide what is behind", () => {
  const blended = [brand({ given: "imprint", layers: [layer("asset0-lit")] })];
  expect(named({ assets: blended, blended: true }).exact).toBeUndefined();
  const glass = [layer("object"), layer("tint")];
  const exact = [brand({ layers: own(0, ...EFFECTS) })];
  expect(named({ layers: glass, assets: exact }).lit).toBeUndefined();
});

test("layers of another size would lie elsewhere and are left out", () => {
  const large = { ...layer("object"), width: 99 };
  expect(named({ layers: [large, layer("shadow")] })).toEqual({});
});

test("a picture of one layer has nothing to choose from", () => {
  expect(named({ layers: [layer("object")] })).toEqual({});
  expect(named({ final: null })).toEqual({});
});
