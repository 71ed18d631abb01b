import { expect, test } from "vitest";
import { hottest, largest } from "./pixels";

const HOT = [255, 58, 32, 255];

function picture(width: number, height: number, hot: [number, number][]): Uint8ClampedArray {
  const data = new Uint8ClampedArray(width * height * 4).fill(128);
  for (const [x, y] of hot) data.set(HOT, (y * width + x) * 4);
  return data;
}

test("the densest marks are found, not the first and not the middle of all", () => {
  const crowd: [number, number][] = [48, 49, 50].flatMap((x): [number, number][] => [
    [x, 40],
    [x, 41],
  ]);
  const found = hottest(picture(64, 64, [[2, 2], [60, 3], ...crowd]), { width: 64, height: 64 });
  expect(found).toEqual({ x: 49, y: 40.5 });
});

test("where nothing is marked there is no place", () => {
  expect(hottest(picture(8, 8, []), { width: 8, height: 8 })).toBeNull();
});

test("the largest difference of any channel counts, whichever is the larger", () => {
  expect(largest(new Uint8ClampedArray([9, 9, 9]), new Uint8ClampedArray([9, 2, 250]))).toBe(241);
  expect(largest(new Uint8ClampedArray([7]), new Uint8ClampedArray([7]))).toBe(0);
});
