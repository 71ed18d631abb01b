// The way of a pointer, point by point while it goes, and with as few points as show the same after.
import { counts, type Dot, type Stretch } from "./coverage";
import { rounded, type Stroke } from "./strokes";

/** A place in the picture, and how firmly it is pressed, 0..1. */
export type Touch = { readonly x: number; readonly y: number; readonly pressure: number };

/** How far a stroke may lie off from where it was drawn, in pixels of the picture. */
const OFF_PX = 0.2;
const FAR_PX = 16_384;

/** A brush stroke in the making. */
export class Trace {
  private readonly dots: Dot[] = [];
  private last: Dot | undefined;

  constructor(readonly settings: Omit<Stroke, "points" | "kind">) {}

  /** Takes a touch; gives the stretch that came of it, if it is far enough from the one before. */
  add({ x, y, pressure }: Touch): Stretch | null {
    const dot = [x, y, (pressure * this.settings.size) / 2] as const;
    this.last = dot;
    const before = this.dots.at(-1);
    if (before && !counts(before, dot)) return null;
    this.dots.push(dot);
    return [before ?? dot, dot];
  }

  /** The stroke as it is kept. */
  done(): Stroke {
    const { dots, last, settings } = this;
    const all = last && last !== dots.at(-1) ? [...dots, last] : dots;
    const few = simplified(all, Math.max(OFF_PX, settings.size / 200));
    const points = few.flatMap(([x = 0, y = 0, radius = 0]) => [
      place(x),
      place(y),
      rounded((2 * radius) / settings.size),
    ]);
    return { ...settings, kind: "brush", points };
  }
}

/** The server knows places a few pictures away, no farther. */
const place = (value: number): number => rounded(Math.max(-FAR_PX, Math.min(FAR_PX, value)));

/** The outline of a lasso as it is kept; null when it holds nothing. */
export function outlined(
  touches: readonly Touch[],
  settings: Omit<Stroke, "points" | "kind">,
): Stroke | null {
  const points = simplified(
    touches.map(({ x, y }) => [x, y]),
    OFF_PX,
  );
  if (points.length < 3) return null;
  return { ...settings, kind: "lasso", points: points.flat().map(place) };
}

/** The points without which a line would lie more than `off` from where it lies now. */
export function simplified(
  points: readonly (readonly number[])[],
  off: number,
): (readonly number[])[] {
  const kept = new Uint8Array(points.length);
  kept[0] = 1;
  kept[points.length - 1] = 1;
  // a list and no recursion: a line can have thousands of points
  const open: [number, number][] = [[0, points.length - 1]];
  for (let part = open.pop(); part; part = open.pop()) {
    const [from, to] = part;
    let [far, most] = [0, off];
    for (let at = from + 1; at < to; at += 1) {
      const away = distance(points[at] ?? [], points[from] ?? [], points[to] ?? []);
      if (away > most) [far, most] = [at, away];
    }
    if (!far) continue;
    kept[far] = 1;
    open.push([from, far], [far, to]);
  }
  return points.filter((_, at) => kept[at]);
}

/** How far a point is from the line between two others, in any number of dimensions. */
function distance(
  point: readonly number[],
  from: readonly number[],
  to: readonly number[],
): number {
  const along = to.map((value, side) => value - (from[side] ?? 0));
  const off = point.map((value, side) => value - (from[side] ?? 0));
  const length = times(along, along);
  const way = length && Math.min(1, Math.max(0, times(off, along) / length));
  const rest = off.map((value, side) => value - way * (along[side] ?? 0));
  return Math.sqrt(times(rest, rest));
}

const times = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, value, side) => sum + value * (other[side] ?? 0), 0);
