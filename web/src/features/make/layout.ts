// Where brand pictures would stand: which of them is which, how each is drawn, what lies where.
import type { Layout, Placed } from "./api";
import { type AssetUse, type Blend, POSITIONS, type Position } from "./assetUse";

export type Point = readonly [number, number];

/** What a brand picture becomes in the file: its own pixels, or what else. */
export type Given = Blend | "resampled";

/** For each chosen picture where it would stand; a layout that is of an older wish may have others at
 * their places, so the name must be the same. */
export function placedOf(layout: Layout | null | undefined, uses: AssetUse[]): (Placed | null)[] {
  const left = [...(layout?.assets ?? [])].sort((one, other) => one.index - other.index);
  return uses.map(({ asset }) => {
    const [id, variant] = asset.split(":");
    const found = left.findIndex(
      (placed) => placed.asset === id && (!variant || placed.variant === variant),
    );
    return found < 0 ? null : (left.splice(found, 1)[0] ?? null);
  });
}

export function givenOf({ blend, resampled }: Placed): Given {
  return blend === "exact" && resampled ? "resampled" : blend;
}

/** Which of the nine places is nearest to a point of the frame: the ninth that it lies in. */
export function placeAt([x, y]: Point, width: number, height: number): Position {
  const third = (at: number, length: number) =>
    Math.min(2, Math.max(0, Math.floor((at / length) * 3)));
  return POSITIONS[third(y, height) * 3 + third(x, width)] ?? "center";
}

/** The corners of one of the nine places in a frame of 1 by 1; null for one that is not chosen. */
export function ninth(position: Position): { x: number; y: number } | null {
  const place = (POSITIONS as readonly Position[]).indexOf(position);
  return place < 0 ? null : { x: (place % 3) / 3, y: Math.floor(place / 3) / 3 };
}

/** The transform that lays an element of `width` by `height` onto four corners, clockwise from its
 * own top left, as seen in perspective (Heckbert 1989, the square-to-quadrilateral case). */
export function onto(corners: readonly Point[], width: number, height: number): string {
  const [a, b, c, d] = corners as [Point, Point, Point, Point];
  const [x1, y1, x2, y2] = [b[0] - c[0], b[1] - c[1], d[0] - c[0], d[1] - c[1]];
  const [x3, y3] = [a[0] - b[0] + c[0] - d[0], a[1] - b[1] + c[1] - d[1]];
  const area = x1 * y2 - x2 * y1;
  const g = area === 0 ? 0 : (x3 * y2 - x2 * y3) / area;
  const h = area === 0 ? 0 : (x1 * y3 - x3 * y1) / area;
  const columns = [
    [b[0] - a[0] + g * b[0], b[1] - a[1] + g * b[1], 0, g].map((part) => part / width),
    [d[0] - a[0] + h * d[0], d[1] - a[1] + h * d[1], 0, h].map((part) => part / height),
    [0, 0, 1, 0],
    [a[0], a[1], 0, 1],
  ];
  return `matrix3d(${columns.flat().join(", ")})`;
}

/** How long the upper and the left edge of a picture are where it stands. */
export function sidesOf(corners: readonly Point[]): Point {
  const [a, b, , d] = corners as [Point, Point, Point, Point];
  return [Math.hypot(b[0] - a[0], b[1] - a[1]), Math.hypot(d[0] - a[0], d[1] - a[1])];
}
