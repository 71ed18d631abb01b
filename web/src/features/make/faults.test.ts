import { expect, test } from "vitest";
import {
  byField,
  type Fault,
  fieldOf,
  firstOf,
  ofItem,
  partOf,
  partsOf,
  shownFaults,
} from "./faults";

const fault = (field: string, code = "brief-too-long"): Fault => ({
  field,
  code,
  message: `${field} is wrong`,
  hint: "",
});

test.each([
  ["object_concept", "concept", null],
  ["style.style_packs[1]", "packs", 1],
  ["style.style_packs", "packs", null],
  ["style_packs[0]", "packs", 0],
  ["style.reference_images[1]", "references", 1],
  ["size_preset", "size", null],
  ["size_preset.width", "width", null],
  ["size_preset.depth", "size", null],
  ["shapes.화분", "concept", null],
  ["assets[2]", "assets", 2],
  ["seed", "seed", null],
])("%s is the field %s, item %s", (name, field, index) => {
  expect(fieldOf(name)).toEqual({ field, index });
});

test.each(["", "brief", "color", "[3]", "style.x"])("%o is no field of the form", (name) => {
  expect(fieldOf(name)).toBeNull();
});

test("faults of no field are told as a whole", () => {
  expect(Object.keys(byField([fault("brief"), fault("seed")]))).toEqual(["whole", "seed"]);
});

test("a field that nobody has been at is not told of before it is sent", () => {
  const checked = [fault("object_concept", "brief-too-short"), fault("seed")];
  expect(shownFaults(checked, [], new Set())).toEqual({});
  expect(Object.keys(shownFaults(checked, [], new Set(["seed"])))).toEqual(["seed"]);
});

test("what was refused is told, and only once when it is also found while typing", () => {
  const refused = [fault("object_concept")];
  const shown = shownFaults([fault("object_concept")], refused, new Set(["concept"]));
  expect(shown.concept).toEqual(refused);
});

test("the first fault is the one that stands first on the page", () => {
  expect(firstOf(byField([fault("seed"), fault("style.style_packs[0]")]))).toBe("packs");
  expect(firstOf(byField([fault("brief")]))).toBe("whole");
  expect(firstOf({})).toBeNull();
});

test("an item of a list is told its own faults", () => {
  const faults = [fault("assets[0]"), fault("assets[1]"), fault("assets")];
  expect(ofItem(faults, 1)).toEqual([faults[1]]);
});

test("of an item it is told which of its parts are meant", () => {
  const faults = [fault("assets[1].scale"), fault("assets[1]"), fault("assets[0].tilt")];
  expect(faults.map(({ field }) => partOf(field))).toEqual(["scale", null, "tilt"]);
  expect(partsOf(faults, 1)).toEqual(["scale"]);
});
