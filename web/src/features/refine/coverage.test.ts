import { expect, test } from "vitest";
// biome-ignore lint/style/noRestrictedImports: the server's tests hold it against the same file
import fixture from "../../../../tests/fixtures/strokes.json";
import { whole } from "./box";
import {
  blend,
  coverage,
  draw,
  type Plane,
  reach,
  replay,
  type Stretch,
  stretches,
  touched,
} from "./coverage";
import type { Stroke } from "./strokes";

const SIDE = 32;
const ALL = whole(SIDE, SIDE);

const stroke = (changes: Partial<Stroke> = {}): Stroke => ({
  tool: "erase",
  kind: "brush",
  points: [16, 16, 1],
  size: 16,
  hardness: 1,
  opacity: 1,
  ...changes,
});

const plane = (value: number): Plane => ({
  width: SIDE,
  height: SIDE,
  bytes: new Uint8Array(SIDE * SIDE).fill(value),
});

const at = (values: ArrayLike<number>, x: number, y: number): number => values[y * SIDE + x] ?? -1;

function after(strokes: Stroke[], matte = 255, limit: Plane | null = null): Plane {
  const result = plane(0);
  replay(strokes, plane(matte), limit, result, ALL);
  return result;
}

test.each(fixture.cases)("the server and this page agree on $name", (made) => {
  const { size } = fixture;
  const rows = (line: number[]): Plane => ({
    width: size,
    height: size,
    bytes: Uint8Array.from({ length: size * size }, (_, place) => line[place % size] ?? 0),
  });
  const matte = rows([]);
  const limit = made.limit && rows(made.limit);
  replay(made.strokes as Stroke[], rows(made.matte), limit, matte, whole(size, size));
  for (const [x = 0, y = 0, alpha = 0] of made.expected) {
    const off = Math.abs((matte.bytes[y * size + x] ?? -9) - alpha);
    expect(off, `(${x}, ${y})`).toBeLessThanOrEqual(fixture.tolerance);
  }
});

test("a hard brush covers its disc, with an edge of one pixel", () => {
  const cover = coverage(stroke(), ALL);
  expect(at(cover, 16, 16)).toBe(1);
  expect(at(cover, 22, 16)).toBe(1);
  expect(at(cover, 23, 16)).toBeGreaterThan(0);
  expect(at(cover, 23, 16)).toBeLessThan(1);
  expect(at(cover, 25, 16)).toBe(0);
  const area = cover.reduce((sum, value) => sum + value, 0);
  expect(area).toBeGreaterThan(0.9 * Math.PI * 64);
  expect(area).toBeLessThan(1.02 * Math.PI * 64);
});

test("a soft brush falls from its middle to its edge without a step", () => {
  const cover = coverage(stroke({ hardness: 0 }), ALL);
  const slope = [16, 18, 20, 22, 24].map((x) => at(cover, x, 16));
  expect(slope).toEqual([...slope].sort((a, b) => b - a));
  expect(slope[0]).toBeGreaterThan(0.95);
  expect(at(cover, 20, 16)).toBeCloseTo(0.4, 0);
  expect(slope.at(-1)).toBe(0);
});

test("the thinnest brush still leaves a trace where it stands", () => {
  const cover = coverage(stroke({ size: 0.5, points: [10.5, 10.5, 1] }), ALL);
  expect(at(cover, 10, 10)).toBeGreaterThan(0.3);
  expect(at(cover, 11, 10)).toBe(0);
});

test("a stroke over itself covers no more than once", () => {
  const there = stroke({ points: [8, 16, 1, 24, 16, 1, 8, 16, 1], opacity: 0.5 });
  expect(at(after([there]).bytes, 16, 16)).toBe(128);
});

test("pressure makes it narrower, along the way too", () => {
  const cover = coverage(stroke({ points: [4, 16, 1, 28, 16, 0.25] }), ALL);
  const width = (x: number) => [...Array(SIDE).keys()].filter((y) => at(cover, x, y) > 0.5).length;
  expect(width(6)).toBeGreaterThan(width(16));
  expect(width(16)).toBeGreaterThan(width(27));
});

test("what a brush touches lies in its box, and drawing stretch by stretch is the same", () => {
  const long = stroke({ points: [5, 6, 0.4, 20, 9, 1, 12, 25, 0.7], size: 9, hardness: 0.3 });
  const cover = coverage(long, ALL);
  const box = touched(long, ALL);
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = 0; x < SIDE; x += 1) {
      const inside = x >= box.left && x < box.right && y >= box.top && y < box.bottom;
      if (!inside) expect(at(cover, x, y)).toBe(0);
    }
  }
  const piecewise = new Float32Array(SIDE * SIDE);
  for (const stretch of stretches(long)) draw(stretch, long.hardness, piecewise, ALL);
  expect(piecewise).toEqual(cover);
});

test("a stretch outside the picture touches nothing", () => {
  const cover = new Float32Array(SIDE * SIDE);
  const beside: Stretch = [
    [-90, 5, 4],
    [-80, 5, 4],
  ];
  draw(beside, 1, cover, ALL);
  expect(cover.every((value) => value === 0)).toBe(true);
  expect(reach(beside).right).toBeLessThan(0);
});

test("a lasso covers its inside, half a pixel by half, and a crossing outline by even and odd", () => {
  const square = coverage(stroke({ kind: "lasso", points: [4, 4, 12.5, 4, 12.5, 12, 4, 12] }), ALL);
  expect(at(square, 4, 4)).toBe(1);
  expect(at(square, 11, 11)).toBe(1);
  expect(at(square, 12, 8)).toBe(0.5);
  expect(at(square, 13, 8)).toBe(0);
  const twice = [0, 0, 20, 0, 20, 20, 0, 20, 0, 0, 5, 5, 15, 5, 15, 15, 5, 15, 5, 5];
  expect(at(coverage(stroke({ kind: "lasso", points: twice }), ALL), 10, 10)).toBe(0);
});

test("restoring ends at the limit, and never takes away", () => {
  const limit = plane(200);
  const restored = stroke({ tool: "restore" });
  expect(at(after([restored], 40, limit).bytes, 16, 16)).toBe(200);
  expect(at(after([restored], 230, limit).bytes, 16, 16)).toBe(230);
  expect(at(after([restored], 40).bytes, 16, 16)).toBe(255);
});

test("strokes come one after the other", () => {
  const both = [stroke(), stroke({ tool: "restore", opacity: 0.5 })];
  expect(at(after(both).bytes, 16, 16)).toBe(128);
  expect(at(after([...both].reverse()).bytes, 16, 16)).toBe(0);
});

test("a box computed on its own has the bytes of the whole", () => {
  const strokes = [
    stroke({ points: [3, 3, 1, 28, 20, 0.5], hardness: 0.2, opacity: 0.7 }),
    stroke({ kind: "lasso", tool: "restore", points: [2, 9, 30, 11, 15, 31], opacity: 0.6 }),
  ];
  const all = after(strokes, 180);
  const part = plane(99);
  const box = { left: 7, top: 5, right: 21, bottom: 19 };
  replay(strokes, plane(180), null, part, box);
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = 0; x < SIDE; x += 1) {
      const inside = x >= box.left && x < box.right && y >= box.top && y < box.bottom;
      expect(at(part.bytes, x, y)).toBe(inside ? at(all.bytes, x, y) : 99);
    }
  }
});

test("blending writes only into its box", () => {
  const [before, matte] = [plane(255), plane(255)];
  const box = { left: 14, top: 14, right: 16, bottom: 16 };
  blend(stroke(), coverage(stroke(), ALL), ALL, box, { before, matte, limit: null });
  expect(matte.bytes.filter((value) => value === 0)).toHaveLength(4);
  expect(before.bytes.every((value) => value === 255)).toBe(true);
});
