// The colours that stand on the screen for a drawing and its matte; nothing is ever saved of them.
import type { Box } from "./box";
import type { Plane } from "./coverage";

export const VIEWS = ["cut", "tint", "matte"] as const;
/** Cut out on the chosen board, the drawing with what is away in red, or alpha as grey. */
export type Shown = (typeof VIEWS)[number];

export type Rgb = readonly [red: number, green: number, blue: number];

const RED: Rgb = [235, 38, 52];
/** How much of the drawing the tint leaves to be seen where nothing is kept. */
const THROUGH = 0.42;
/** Under a drawing that has alpha of its own while it is tinted. */
const GREY = 222;

export type Sources = {
  /** The drawing as harvested, straight RGBA in rows. */
  readonly drawing: Uint8ClampedArray;
  readonly matte: Plane;
  /** The matte before any stroke: how much of its background a pixel of the drawing holds. */
  readonly base: Plane;
  /** The colour that the drawing lies on, where there is one. */
  readonly background: Rgb | null;
};

/** The pixels of `box` in rows, as a canvas takes them. */
export function painted(view: Shown, sources: Sources, box: Box): Uint8ClampedArray<ArrayBuffer> {
  const { width } = sources.matte;
  const out = new Uint8ClampedArray((box.right - box.left) * (box.bottom - box.top) * 4);
  const paint = { cut, tint, matte: grey }[view];
  let to = 0;
  for (let y = box.top; y < box.bottom; y += 1) {
    for (let place = y * width + box.left; place < y * width + box.right; place += 1) {
      paint(sources, place, out, to);
      to += 4;
    }
  }
  return out;
}

type Out = Uint8ClampedArray;

function cut({ drawing, matte, base, background }: Sources, place: number, out: Out, to: number) {
  const alpha = matte.bytes[place] as number;
  const share = background ? Math.max(alpha, base.bytes[place] as number) / 255 : 1;
  for (let side = 0; side < 3; side += 1) {
    const mixed = drawing[place * 4 + side] as number;
    // a soft edge holds some of its background, which the server takes out of it too
    out[to + side] =
      background && share > 0 && share < 1
        ? (mixed - (1 - share) * (background[side] as number)) / share
        : mixed;
  }
  out[to + 3] = alpha;
}

function tint({ drawing, matte }: Sources, place: number, out: Out, to: number) {
  const own = (drawing[place * 4 + 3] as number) / 255;
  const away = (1 - (matte.bytes[place] as number) / 255) * (1 - THROUGH);
  for (let side = 0; side < 3; side += 1) {
    const seen = (drawing[place * 4 + side] as number) * own + GREY * (1 - own);
    out[to + side] = seen + away * ((RED[side] as number) - seen);
  }
  out[to + 3] = 255;
}

function grey({ matte }: Sources, place: number, out: Out, to: number) {
  const alpha = matte.bytes[place] as number;
  out[to] = alpha;
  out[to + 1] = alpha;
  out[to + 2] = alpha;
  out[to + 3] = 255;
}

/** `#rrggbb` as three numbers; null for anything else. */
export function rgbOf(colour: string | null): Rgb | null {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour ?? "");
  if (!found) return null;
  const [red = 0, green = 0, blue = 0] = found.slice(1).map((pair) => Number.parseInt(pair, 16));
  return [red, green, blue];
}
