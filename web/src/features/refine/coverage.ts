// What a stroke does to a matte, in the formulas of the server, so that a preview is the result.
import { type Box, common, isEmpty, NOTHING, outer, union } from "./box";
import type { Stroke } from "./strokes";

/** Lines of a lasso in each row of pixels. */
const LINES = 4;
/** Stamps lie so many to a radius, and no closer than this. */
const PER_RADIUS = 8;
const FINEST = 0.5;

/** Bytes in rows, one for each pixel. */
export type Plane = { readonly width: number; readonly height: number; readonly bytes: Uint8Array };

/** A point of a brush stroke with the radius that pressure gives it. */
export type Dot = readonly [x: number, y: number, radius: number];
/** One stretch of a brush: from one point that counts to the next. */
export type Stretch = readonly [from: Dot, to: Dot];

/** The stretches of a brush; it begins with one without length. */
export function stretches({ points, size }: Stroke): Stretch[] {
  const dots: Dot[] = [];
  for (let at = 0; at < points.length; at += 3) {
    const dot = [points[at] ?? 0, points[at + 1] ?? 0, ((points[at + 2] ?? 1) * size) / 2] as const;
    const last = dots.at(-1);
    if (!last || at === points.length - 3 || counts(last, dot)) dots.push(dot);
  }
  return dots.map((dot, at) => [dots[at - 1] ?? dot, dot]);
}

/** Whether a point is far enough from the one before to be drawn. */
export const counts = (last: Dot, dot: Dot): boolean => apart(last, dot) >= step(last, dot);

const apart = (one: Dot, other: Dot): number =>
  Math.hypot(other[0] - one[0], other[1] - one[1]) + Math.abs(other[2] - one[2]);

const step = (one: Dot, other: Dot): number =>
  Math.max(FINEST, Math.min(one[2], other[2]) / PER_RADIUS);

/** Which pixels a stretch can touch. */
export function reach([from, to]: Stretch): Box {
  const wide = Math.max(from[2], to[2]) + 1;
  return outer(
    Math.min(from[0], to[0]) - wide,
    Math.min(from[1], to[1]) - wide,
    Math.max(from[0], to[0]) + wide,
    Math.max(from[1], to[1]) + wide,
  );
}

/** Which pixels of a picture a stroke can touch. */
export function touched(stroke: Stroke, within: Box): Box {
  if (stroke.kind === "brush") {
    return common(within, stretches(stroke).map(reach).reduce(union, NOTHING));
  }
  let around = NOTHING;
  for (let at = 0; at < stroke.points.length; at += 2) {
    const [x, y] = [stroke.points[at] ?? 0, stroke.points[at + 1] ?? 0];
    around = union(around, outer(x - 1, y - 1, x + 1, y + 1));
  }
  return common(within, around);
}

/** Coverage 0..1 of the pixels of `box`, in rows. */
export function coverage(stroke: Stroke, box: Box): Float32Array {
  const cover = new Float32Array((box.right - box.left) * (box.bottom - box.top));
  if (stroke.kind === "lasso") fill(stroke.points, cover, box);
  else for (const stretch of stretches(stroke)) draw(stretch, stroke.hardness, cover, box);
  return cover;
}

/** Raises `cover`, the rows of `box`, to what one stretch of a brush covers; gives where. */
export function draw(stretch: Stretch, hardness: number, cover: Float32Array, box: Box): Box {
  const part = common(box, reach(stretch));
  if (isEmpty(part)) return part;
  const [from, to] = stretch;
  const stamps = Math.max(1, Math.ceil(apart(from, to) / step(from, to)));
  for (let at = 1; at <= stamps; at += 1) {
    const share = at / stamps;
    const dot = [0, 1, 2].map((side) => {
      const begin = from[side] as number;
      return begin + ((to[side] as number) - begin) * share;
    });
    stamp(dot as unknown as Dot, hardness, cover, box);
  }
  return part;
}

/** One stamp: full in its middle, then a soft slope that is never narrower than a pixel. */
function stamp([x, y, radius]: Dot, hardness: number, cover: Float32Array, box: Box): void {
  if (radius <= 0) return;
  const slope = Math.max(1, (1 - hardness) * radius);
  const wide = (radius * (1 + hardness) + slope) / 2;
  const full = Math.min(1, 2 * radius);
  const width = box.right - box.left;
  const part = common(box, outer(x - wide, y - wide, x + wide, y + wide));
  for (let row = part.top; row < part.bottom; row += 1) {
    const down = (row + 0.5 - y) ** 2;
    // a disc fills less than its square: a row begins and ends at the circle
    const half = Math.sqrt(Math.max(0, wide * wide - down));
    const end = Math.min(part.right, Math.ceil(x + half));
    const start = (row - box.top) * width - box.left;
    for (let column = Math.max(part.left, Math.floor(x - half)); column < end; column += 1) {
      const known = cover[start + column] as number;
      if (known >= full) continue;
      const rest = (wide - Math.sqrt(down + (column + 0.5 - x) ** 2)) / slope;
      if (rest <= 0) continue;
      const value = rest >= 1 ? full : full * rest * rest * (3 - 2 * rest);
      if (value > known) cover[start + column] = value;
    }
  }
}

/** The inside of a closed outline by the even-odd rule: what of each pixel's lines lies in it. */
function fill(points: readonly number[], cover: Float32Array, box: Box): void {
  const width = box.right - box.left;
  for (let y = box.top; y < box.bottom; y += 1) {
    const row = (y - box.top) * width - box.left;
    for (let line = 0; line < LINES; line += 1) {
      const cuts = crossings(points, y + (line + 0.5) / LINES);
      for (let at = 0; at + 1 < cuts.length; at += 2) {
        const from = Math.max(box.left, cuts[at] as number);
        const to = Math.min(box.right, cuts[at + 1] as number);
        span(from, to, cover, row);
      }
    }
  }
}

/** Adds what of each pixel lies between two crossings of one line. */
function span(from: number, to: number, cover: Float32Array, row: number): void {
  for (let x = Math.floor(from); x < to; x += 1) {
    const inside = Math.min(to, x + 1) - Math.max(from, x);
    cover[row + x] = (cover[row + x] as number) + inside / LINES;
  }
}

/** Where the outline crosses a height, from left to right. */
function crossings(points: readonly number[], height: number): number[] {
  const found: number[] = [];
  for (let at = 0; at < points.length; at += 2) {
    const next = (at + 2) % points.length;
    const [x, y] = [points[at] as number, points[at + 1] as number];
    const [toX, toY] = [points[next] as number, points[next + 1] as number];
    if (y <= height === toY <= height) continue;
    found.push(x + ((height - y) / (toY - y)) * (toX - x));
  }
  return found.sort((a, b) => a - b);
}

/** Changes `matte` where `cover`, the rows of `box`, says so. `before` may be the matte itself. */
export function blend(
  { tool, opacity }: Stroke,
  cover: Float32Array,
  covered: Box,
  box: Box,
  { before, matte, limit }: { before: Plane; matte: Plane; limit: Plane | null },
): void {
  const width = covered.right - covered.left;
  for (let y = box.top; y < box.bottom; y += 1) {
    const row = (y - covered.top) * width - covered.left;
    for (let x = box.left; x < box.right; x += 1) {
      const place = y * matte.width + x;
      const was = before.bytes[place] as number;
      const share = opacity * (cover[row + x] as number);
      const goal =
        tool === "erase" ? 0 : Math.max(was, limit ? (limit.bytes[place] as number) : 255);
      matte.bytes[place] = Math.floor(was + share * (goal - was) + 0.5);
    }
  }
}

/** `box` of a matte as it is after the strokes, from what it was before any. */
export function replay(
  strokes: readonly Stroke[],
  base: Plane,
  limit: Plane | null,
  matte: Plane,
  box: Box,
): void {
  for (let y = box.top; y < box.bottom; y += 1) {
    const [from, to] = [y * base.width + box.left, y * base.width + box.right];
    matte.bytes.set(base.bytes.subarray(from, to), from);
  }
  apply(strokes, limit, matte, box);
}

/** Does the strokes to `box` of a matte, one after the other. */
export function apply(
  strokes: readonly Stroke[],
  limit: Plane | null,
  matte: Plane,
  box: Box,
): void {
  for (const stroke of strokes) {
    const part = touched(stroke, box);
    if (isEmpty(part)) continue;
    blend(stroke, coverage(stroke, part), part, part, { before: matte, matte, limit });
  }
}
