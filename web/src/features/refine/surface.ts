// The matte under the brush as bytes: a stroke that is being drawn, and the list of those that were.
import { type Box, NOTHING, union, whole } from "./box";
import { apply, blend, draw, type Plane, replay, type Stretch, touched } from "./coverage";
import type { Stroke } from "./strokes";

/** Each change gives the box in which the matte is another now. */
export class Surface {
  readonly matte: Plane;
  private readonly frame: Box;
  /** The matte without the stroke that is being drawn. */
  private readonly before: Plane;
  private readonly cover: Float32Array;
  private covered: Box = NOTHING;
  private strokes: readonly Stroke[] = [];

  constructor(
    readonly base: Plane,
    private readonly limit: Plane | null,
  ) {
    const { width, height, bytes } = base;
    this.frame = whole(width, height);
    this.matte = { width, height, bytes: bytes.slice() };
    this.before = { width, height, bytes: bytes.slice() };
    this.cover = new Float32Array(width * height);
  }

  /** A part of a brush stroke more: `stretch` of a stroke with these settings. */
  extend(stroke: Omit<Stroke, "points">, stretch: Stretch): Box {
    const part = draw(stretch, stroke.hardness, this.cover, this.frame);
    this.covered = union(this.covered, part);
    const { before, matte, limit } = this;
    blend(stroke as Stroke, this.cover, this.frame, part, { before, matte, limit });
    return part;
  }

  /** The stroke that was being drawn is none: it is taken back, or comes as one of a list. */
  drop(): Box {
    const box = this.covered;
    copy(this.before, this.matte, box);
    const { right } = this.frame;
    for (let y = box.top; y < box.bottom; y += 1) {
      this.cover.fill(0, y * right + box.left, y * right + box.right);
    }
    this.covered = NOTHING;
    return box;
  }

  /** From now on exactly these strokes hold. Only where they differ is anything computed. */
  show(strokes: readonly Stroke[]): Box {
    const { base, limit, matte, frame } = this;
    const box = union(this.drop(), different(this.strokes, strokes, frame));
    const more = this.strokes.every((stroke, at) => strokes[at] === stroke);
    if (more) apply(strokes.slice(this.strokes.length), limit, matte, box);
    else replay(strokes, base, limit, matte, box);
    this.strokes = strokes;
    copy(matte, this.before, box);
    return box;
  }

  /** Where the strokes can have changed anything. */
  changed(): Box {
    return different([], this.strokes, this.frame);
  }

  alphaAt(x: number, y: number): number {
    const { width, height, bytes } = this.matte;
    const inside = x >= 0 && y >= 0 && x < width && y < height;
    return inside ? (bytes[Math.floor(y) * width + Math.floor(x)] as number) : 0;
  }
}

/** Where two lists of strokes can give different mattes: what both begin with is the same. */
export function different(one: readonly Stroke[], other: readonly Stroke[], frame: Box): Box {
  let same = 0;
  while (same < one.length && same < other.length && one[same] === other[same]) same += 1;
  const [left, right] = [one.slice(same), other.slice(same)];
  const others = new Set(right);
  const both = new Set(left.filter((stroke) => others.has(stroke)));
  // those that are in both, in one order, matter only where one of the others is
  const order = right.filter((stroke) => both.has(stroke));
  const sorted = left
    .filter((stroke) => both.has(stroke))
    .every((stroke, at) => order[at] === stroke);
  return [...left, ...right]
    .filter((stroke) => !sorted || !both.has(stroke))
    .map((stroke) => touched(stroke, frame))
    .reduce(union, NOTHING);
}

function copy(from: Plane, to: Plane, box: Box): void {
  for (let y = box.top; y < box.bottom; y += 1) {
    const start = y * from.width + box.left;
    to.bytes.set(from.bytes.subarray(start, y * from.width + box.right), start);
  }
}
