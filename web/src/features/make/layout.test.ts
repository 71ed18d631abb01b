import { expect, test } from "vitest";
import type { Placed } from "./api";
import { plainUse } from "./assetUse";
import { givenOf, ninth, onto, type Point, placeAt, placedOf, sidesOf } from "./layout";

const placed = (changes: Partial<Placed> = {}): Placed => ({
  asset: "logo",
  variant: "default",
  x: 0,
  y: 0,
  width: 10,
  height: 10,
  quad: [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ],
  scale: 1,
  rotate: 0,
  tilt: "none",
  stand: "beside",
  blend: "exact",
  resampled: false,
  picture: "/logo.png",
  index: 0,
  clear_space: 0,
  ...changes,
});
const room = { x: 0, y: 0, width: 10, height: 10 };

test("each chosen picture finds its place, in whatever order the layout names them", () => {
  const [dark, usual, badge] = [
    placed({ variant: "dark", index: 1 }),
    placed(),
    placed({ asset: "badge", variant: "main", index: 2 }),
  ];
  const layout = { room, assets: [badge, dark, usual] };
  const uses = ["logo", "logo:dark", "badge", "gone"].map((name) => plainUse(name));
  expect(placedOf(layout, uses)).toEqual([usual, dark, badge, null]);
  expect(placedOf(null, uses)).toEqual([null, null, null, null]);
});

test("only an exact one that keeps its bytes is exact", () => {
  expect(givenOf(placed())).toBe("exact");
  expect(givenOf(placed({ resampled: true }))).toBe("resampled");
  expect(givenOf(placed({ resampled: true, blend: "imprint" }))).toBe("imprint");
});

test.each<[Point, string]>([
  [[1, 1], "top-left"],
  [[450, 150], "center"],
  [[899, 299], "bottom-right"],
  [[-50, 150], "left"],
  [[450, 900], "bottom"],
])("the point %o of a frame of 900 × 300 belongs to %s", (point, position) => {
  expect(placeAt(point, 900, 300)).toBe(position);
});

test("each of the nine places is a ninth of the frame, and auto is none of them", () => {
  expect(ninth("bottom-left")).toEqual({ x: 0, y: 2 / 3 });
  expect(ninth("auto")).toBeNull();
});

/** Where a transform takes a point, as a browser reckons it. */
function taken(transform: string, [x, y]: Point): Point {
  const m = transform
    .match(/-?[\d.]+(e-?\d+)?/g)
    ?.slice(1)
    .map(Number) as number[];
  const at = (row: number) =>
    (m[row] as number) * x + (m[row + 4] as number) * y + (m[row + 12] as number);
  return [at(0) / at(3), at(1) / at(3)];
}

test.each<[string, Point[]]>([
  [
    "turned",
    [
      [10, 0],
      [90, 20],
      [80, 60],
      [0, 40],
    ],
  ],
  [
    "seen from the side",
    [
      [0, 0],
      [100, 20],
      [100, 60],
      [0, 90],
    ],
  ],
])("a picture that is %s is drawn with its corners at their places", (_, corners) => {
  const transform = onto(corners, 200, 100);
  const own: Point[] = [
    [0, 0],
    [200, 0],
    [200, 100],
    [0, 100],
  ];
  own.forEach((corner, place) => {
    const [x, y] = taken(transform, corner);
    expect(x).toBeCloseTo((corners[place] as Point)[0], 6);
    expect(y).toBeCloseTo((corners[place] as Point)[1], 6);
  });
});

test("the edges of a picture are as long as they stand", () => {
  expect(
    sidesOf([
      [0, 0],
      [3, 4],
      [3, 14],
      [0, 10],
    ]),
  ).toEqual([5, 10]);
});
