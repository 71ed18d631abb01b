import { expect, test } from "vitest";
import { toImage, toScreen } from "@/shared/viewport";
import { actual, fitted, following, middle, panned, pinched, stop, zoomed } from "./view";

const image = { width: 2048, height: 1024 };
const frame = { width: 1000, height: 800 };

test("the whole picture fits with air on every side", () => {
  const view = fitted(image, frame);
  const end = toScreen(view, { x: image.width, y: image.height });
  expect(view.x).toBeGreaterThan(20);
  expect(end.x).toBeLessThan(frame.width - 20);
});

test("100 % is a pixel for a pixel round the same middle", () => {
  const view = fitted(image, frame);
  const one = actual(view, image, frame);
  expect(one.scale).toBeCloseTo(1, 12);
  expect(toImage(one, middle(frame)).x).toBeCloseTo(toImage(view, middle(frame)).x, 6);
});

test("a picture cannot be pushed out of sight, by hand or by zooming", () => {
  const view = zoomed(fitted(image, frame), 8, { x: 0, y: 0 }, image, frame);
  const gone = panned(view, { x: -1e5, y: 1e5 }, image, frame);
  expect(toScreen(gone, { x: image.width, y: 0 })).toEqual({ x: 500, y: 400 });
});

test("a cursor outside is brought in, one inside moves nothing", () => {
  const view = { scale: 4, x: 0, y: 0 };
  const moved = following(view, { x: 1000, y: 100 }, frame);
  expect(toScreen(moved, { x: 1000, y: 100 })).toEqual({ x: 960, y: 400 });
  expect(following(view, { x: 100, y: 100 }, frame)).toEqual(view);
  expect(toScreen(following(view, { x: -9, y: 100 }, frame), { x: -9, y: 100 }).x).toBe(40);
});

test("two fingers hold the picture between them while they move and part", () => {
  const view = { scale: 1, x: -500, y: -100 };
  const before = [
    { x: 400, y: 300 },
    { x: 600, y: 300 },
  ] as const;
  const after = [
    { x: 350, y: 350 },
    { x: 750, y: 350 },
  ] as const;
  const held = toImage(view, { x: 500, y: 300 });
  const next = pinched(view, before, after, image, frame);
  expect(next.scale).toBe(2);
  expect(toScreen(next, held)).toEqual({ x: 550, y: 350 });
});

test.each([
  [0.36, true, 0.5],
  [0.36, false, 0.33],
  [1, true, 1.5],
  [0.998, true, 1.5],
  [1.71, false, 1.5],
  [64, true, 64],
  [0.02, false, 0.02],
])("from %d, closer %s, the next stop is %d", (scale, closer, next) => {
  expect(stop(scale, closer)).toBe(next);
});
