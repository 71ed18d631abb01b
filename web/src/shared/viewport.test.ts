import { expect, test } from "vitest";
import { clamp, fit as fitted, LEAST, MOST, showing, toImage, toScreen, zoomAt } from "./viewport";

const SIZE = { width: 1000, height: 500 };
const FRAME = { width: 400, height: 400 };

test("what lies under the pointer stays there, however far one zooms", () => {
  const view = { scale: 0.5, x: 30, y: -20 };
  const point = { x: 111, y: 77 };
  const before = toImage(view, point);
  for (const factor of [1.1, 0.3, 400, 1e-6]) {
    const after = toImage(zoomAt(view, factor, point), point);
    expect(after.x).toBeCloseTo(before.x, 6);
    expect(after.y).toBeCloseTo(before.y, 6);
  }
});

test("zoom ends at its limits, and does not drift there", () => {
  const point = { x: 10, y: 10 };
  const most = zoomAt({ scale: 1, x: 0, y: 0 }, 1e9, point);
  expect(most.scale).toBe(MOST);
  expect(zoomAt(most, 2, point)).toEqual(most);
  expect(zoomAt(most, 1e-9, point).scale).toBe(LEAST);
});

test("a picture that fits lies in the middle and is never enlarged", () => {
  expect(fitted(SIZE, FRAME)).toEqual({ scale: 0.4, x: 0, y: 100 });
  expect(fitted({ width: 100, height: 50 }, FRAME)).toEqual({ scale: 1, x: 150, y: 175 });
  expect(fitted(SIZE, FRAME, 20).scale).toBe(0.36);
});

test("nothing can be pushed out of sight", () => {
  const small = clamp({ scale: 0.1, x: -500, y: 900 }, SIZE, FRAME);
  expect(small).toEqual({ scale: 0.1, x: 0, y: 350 });
  const large = clamp({ scale: 2, x: 5000, y: -5000 }, SIZE, FRAME);
  expect(large).toEqual({ scale: 2, x: 200, y: -800 });
  const held = { scale: 2, x: -300, y: -100 };
  expect(clamp(held, SIZE, FRAME)).toEqual(held);
});

test("a place can be shown in the middle of the window", () => {
  const view = showing({ x: 250, y: 80 }, FRAME, 4);
  expect(toScreen(view, { x: 250, y: 80 })).toEqual({ x: 200, y: 200 });
  expect(toImage(view, { x: 200, y: 200 })).toEqual({ x: 250, y: 80 });
});
