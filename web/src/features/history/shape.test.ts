import { expect, test } from "vitest";
import { shaped } from "./shape";

test.each([
  [1376, 16, 5],
  [960, 16, 4],
  [358, 16, 2],
  [358, 32, 1],
  [120, 16, 1],
])("%i pixels with a rem of %i hold %i columns, and no less than one", (width, rem, columns) => {
  const shape = shaped(width, rem);
  expect(shape.columns).toBe(columns);
  expect(shape.picture * columns + shape.gap * (columns - 1)).toBeCloseTo(width, -1);
});

test("a row has room for the picture and the words, however large these are", () => {
  expect(shaped(1376, 16).row).toBeGreaterThan(259 * 0.75 + 6.75 * 16);
  expect(shaped(1376, 32).row - shaped(1376, 16).row).toBeGreaterThan(6.75 * 16);
});
