// Where pictures of different sizes lie over each other, and how large the world is that holds them.
import type { Candidate, Picture } from "@/shared/api";
import type { Point, Size } from "@/shared/viewport";

export type Laid = { size: Size; first: Point; second: Point };

/** Two pictures over one another: the second is moved by `apart` against the first, or else their
 * middles meet. */
export function laid(first: Size, second: Size, apart?: Point): Laid {
  const { x, y } = apart ?? {
    x: Math.round((first.width - second.width) / 2),
    y: Math.round((first.height - second.height) / 2),
  };
  const left = Math.max(0, -x);
  const top = Math.max(0, -y);
  return {
    size: {
      width: Math.max(first.width, x + second.width) + left,
      height: Math.max(first.height, y + second.height) + top,
    },
    first: { x: left, y: top },
    second: { x: x + left, y: y + top },
  };
}

/** What a candidate is compared with: its own drawing, itself before the brush, or another one. */
export type Other = "drawing" | "original" | `${number}`;

export function pictureOf(other: Other, own: Candidate, all: Candidate[]): Picture | null {
  if (other === "drawing") return own.drawing;
  if (other === "original") return own.original;
  return all.find((item) => String(item.index) === other)?.final ?? null;
}

/** How far the other picture lies from the finished one, where that was written down. */
export function apartOf(other: Other, { offset, original_offset }: Candidate): Point | undefined {
  const [x, y] = offset ?? [];
  const [left, top] =
    (other === "drawing" ? [0, 0] : other === "original" && original_offset) || [];
  if (x === undefined || y === undefined || left === undefined || top === undefined) return;
  return { x: left - x, y: top - y };
}

/** All that a candidate can be compared with, the nearest relations first. */
export function others(own: Candidate, all: Candidate[]): Other[] {
  const found: Other[] = [];
  if (own.original) found.push("original");
  if (own.drawing) found.push("drawing");
  const rest = all.filter((item) => item.final && item.index !== own.index);
  return [...found, ...rest.map((item): Other => `${item.index}`)];
}
