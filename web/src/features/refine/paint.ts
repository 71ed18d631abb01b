// The colors that stand on the screen for a drawing and its matte; nothing is ever saved of them.
import type { Box } from "./box";
import type { Plane } from "./coverage";

export const VIEWS = ["cut", "tint", "matte"] as const;
/** Cut out on the chosen board, the drawing with what is away in red, or alpha as gray. */
export type Shown = (typeof VIEWS)[number];

export type Rgb = readonly [red: number, green: number, blue: number];

const RED: Rgb = [235, 38, 52];
/** How much of the drawing the tint leaves to be seen where nothing is kept. */
const THROUGH = 0.42;
/** Under a drawing that has alpha of its own while it is tinted. */
const GRAY = 222;

export type Sources = {
  /** The drawing as harvested, straight RGBA in rows. */
  readonly drawing: Uint8ClampedArray;
  readonly matte: Plane;
  /** The matte before any stroke: how much of its background a pixel of the drawing holds. */
  readonly base: Plane;
  /** The color that the drawing lies on, where there is one. */
  readonly background: Rgb | null;
};

/** The pixels of `box` in rows, as a canvas takes them. */
export function painted(view: Shown, sources: Sources, box: Box): Uint8ClampedArray<ArrayBuffer> {
  const { width } = sources.matte;
  const wide = box.right - box.left;
  const out = new Uint8ClampedArray(wide * (box.bottom - box.top) * 4);
  const paint = { cut: sources.background ? cutClean : cut, tint, matte: gray }[view];
  for (let y = box.top; y < box.bottom; y += 1) {
    const row = out.subarray((y - box.top) * wide * 4, (y - box.top + 1) * wide * 4);
    paint(sources, y * width + box.left, row);
  }
  return out;
}

/** Paints one row, whose first pixel is at `from`. */
type Painting = (sources: Sources, from: number, row: Uint8ClampedArray<ArrayBuffer>) => void;

const cut: Painting = ({ drawing, matte }, from, row) => {
  row.set(drawing.subarray(from * 4, from * 4 + row.length));
  for (let to = 3, place = from; to < row.length; to += 4, place += 1) {
    row[to] = matte.bytes[place] as number;
  }
};

/** A soft edge holds some of its background, which the server takes out of it too. */
const cutClean: Painting = (sources, from, row) => {
  cut(sources, from, row);
  const { matte, base, background } = sources;
  for (let to = 0, place = from; to < row.length; to += 4, place += 1) {
    const share = Math.max(matte.bytes[place] as number, base.bytes[place] as number) / 255;
    if (!background || share <= 0 || share >= 1) continue;
    for (let side = 0; side < 3; side += 1) {
      const mixed = row[to + side] as number;
      row[to + side] = (mixed - (1 - share) * (background[side] as number)) / share;
    }
  }
};

const tint: Painting = ({ drawing, matte }, from, row) => {
  const [red, green, blue] = RED;
  for (let to = 0, place = from; to < row.length; to += 4, place += 1) {
    const own = (drawing[place * 4 + 3] as number) / 255;
    const under = GRAY * (1 - own);
    const away = (1 - (matte.bytes[place] as number) / 255) * (1 - THROUGH);
    const left = 1 - away;
    row[to] = ((drawing[place * 4] as number) * own + under) * left + away * red;
    row[to + 1] = ((drawing[place * 4 + 1] as number) * own + under) * left + away * green;
    row[to + 2] = ((drawing[place * 4 + 2] as number) * own + under) * left + away * blue;
    row[to + 3] = 255;
  }
};

const gray: Painting = ({ matte }, from, row) => {
  for (let to = 0, place = from; to < row.length; to += 4, place += 1) {
    const alpha = matte.bytes[place] as number;
    row[to] = alpha;
    row[to + 1] = alpha;
    row[to + 2] = alpha;
    row[to + 3] = 255;
  }
};

/** `#rrggbb` as three numbers; null for anything else. */
export function rgbOf(color: string | null): Rgb | null {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color ?? "");
  if (!found) return null;
  const [red = 0, green = 0, blue = 0] = found.slice(1).map((pair) => Number.parseInt(pair, 16));
  return [red, green, blue];
}
