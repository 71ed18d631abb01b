import { expect, test } from "vitest";
import { isEmpty, whole } from "./box";
import { type Plane, replay, stretches } from "./coverage";
import type { Stroke } from "./strokes";
import { different, Surface } from "./surface";

const SIDE = 40;
const FRAME = whole(SIDE, SIDE);

const plane = (value: number): Plane => ({
  width: SIDE,
  height: SIDE,
  bytes: new Uint8Array(SIDE * SIDE).fill(value),
});

const stroke = (points: number[], changes: Partial<Stroke> = {}): Stroke => ({
  tool: "erase",
  kind: "brush",
  points,
  size: 9,
  hardness: 0.4,
  opacity: 0.6,
  ...changes,
});

const A = stroke([5, 5, 1, 20, 8, 0.5, 30, 30, 1]);
const B = stroke([20, 4, 1, 22, 30, 1], { tool: "restore", opacity: 1 });
const C = stroke([2, 30, 30, 32, 15, 38], { kind: "lasso" });

function computed(strokes: Stroke[], base = plane(200)): Uint8Array {
  const matte = plane(0);
  replay(strokes, base, null, matte, FRAME);
  return matte.bytes;
}

function drawn(surface: Surface, made: Stroke) {
  for (const stretch of stretches(made)) surface.extend(made, stretch);
}

test("a stroke drawn piece by piece is the stroke that the server computes", () => {
  const surface = new Surface(plane(200), null);
  drawn(surface, A);
  expect(surface.matte.bytes).toEqual(computed([A]));
  surface.show([A]);
  drawn(surface, B);
  expect(surface.matte.bytes).toEqual(computed([A, B]));
  surface.show([A, B]);
  expect(surface.matte.bytes).toEqual(computed([A, B]));
});

test("a stroke that is taken back leaves nothing", () => {
  const surface = new Surface(plane(200), null);
  surface.show([A]);
  drawn(surface, B);
  expect(isEmpty(surface.drop())).toBe(false);
  expect(surface.matte.bytes).toEqual(computed([A]));
  expect(isEmpty(surface.drop())).toBe(true);
  drawn(surface, A);
  surface.show([A, B]);
  expect(surface.matte.bytes).toEqual(computed([A, B]));
});

test.each([
  ["undo", [A, B], [A]],
  ["redo", [A], [A, B]],
  ["one out of the middle", [A, B, C], [A, C]],
  ["all", [A, B, C], []],
  ["another's list", [A, B], [C, A]],
  ["another order", [A, B], [B, A]],
])("after %s the matte is that of the list", (_, before, after) => {
  const surface = new Surface(plane(200), null);
  surface.show(before);
  surface.show(after);
  expect(surface.matte.bytes).toEqual(computed(after));
});

test("only where lists differ is anything computed again", () => {
  const far = stroke([35, 35, 1], { size: 4 });
  const box = different([A, far, B], [A, B], FRAME);
  expect(box.left).toBeGreaterThanOrEqual(31);
  expect(box.top).toBeGreaterThanOrEqual(31);
});

test("alpha is told of any place, outside of the picture too", () => {
  const surface = new Surface(plane(200), null);
  surface.show([stroke([10.5, 10.5, 1], { opacity: 1 })]);
  expect(surface.alphaAt(10.9, 10.2)).toBe(0);
  expect(surface.alphaAt(0, 0)).toBe(200);
  expect(surface.alphaAt(-1, 5)).toBe(0);
  expect(surface.alphaAt(5, SIDE)).toBe(0);
});
