import { expect, test } from "vitest";
import { plainUse } from "./assetUse";
import { EMPTY } from "./draft";
import type { Fault } from "./faults";
import { remedyOf } from "./remedies";

const draft = { ...EMPTY, assets: [plainUse("badge"), plainUse("logo", { scale: "10" })] };
type Nearest = NonNullable<Fault["nearest"]> | null;
const fault = (field: string, nearest: Nearest, code = "brief-out-of-range"): Fault => ({
  field,
  code,
  nearest,
  message: "",
  hint: "",
});
const changed = (changes: object) => [draft.assets[0], { ...draft.assets[1], ...changes }];

test.each<[string, Nearest, object]>([
  ["assets[1].scale", 0.4, { scale: "40" }],
  ["assets[1].scale", "auto", { scale: "" }],
  ["assets[1].rotate", -170, { rotate: "-170" }],
  ["assets[1].position", "bottom", { position: "bottom" }],
  ["assets[1].tilt", "iso", { tilt: "iso" }],
  ["assets[1]", "logos", { asset: "logos" }],
])(
  "for %s the nearest %o is one click away, and nothing else is changed",
  (field, nearest, part) => {
    const remedy = remedyOf(fault(field, nearest), draft);
    expect(remedy).toMatchObject({ change: { assets: changed(part) } });
  },
);

test.each<[string, object, string]>([
  ["1344x768", { size: "16:9" }, "1344 × 768"],
  ["3:4", { size: "3:4" }, "864 × 1152"],
  ["2000x1000", { size: "own", width: "2000", height: "1000" }, "2000 × 1000"],
])("where no room is, the size %s is offered", (nearest, change, size) => {
  const remedy = remedyOf(fault("assets[0]", nearest, "asset-no-room"), draft);
  expect(remedy).toMatchObject({ label: "make.remedy.size", blanks: { size }, change });
});

test("what is wrong with the file leads to it in the library", () => {
  const remedy = remedyOf(fault("assets[1]", null, "asset-hidden"), draft);
  expect(remedy).toMatchObject({ href: "/assets?asset=logo&for=make" });
});

test.each<[string, Nearest]>([
  ["assets[1].scale", null],
  ["assets[1].scale", "much"],
  ["assets[1].position", "middle"],
  ["assets[7]", "logos"],
  ["assets", 6],
  ["assets[1]", "logo"],
])("for %s with %o nobody but the person knows a remedy", (field, nearest) => {
  expect(remedyOf(fault(field, nearest), draft)).toBeNull();
});
