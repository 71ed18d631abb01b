// The strokes of a person as a list with a cursor: undo and redo move the cursor, never a pixel.

/** As the API takes it: image pixels; a brush has x, y, pressure in threes, a lasso x, y in twos. */
export type Stroke = {
  tool: "restore" | "erase";
  kind: "brush" | "lasso";
  points: number[];
  /** Diameter in image pixels at full pressure. */
  size: number;
  hardness: number;
  opacity: number;
};

/** Every list of strokes that there was, and which of them holds now. */
export type Edits = { readonly steps: readonly (readonly Stroke[])[]; readonly at: number };

/** What the server takes at most. */
export const MOST_STROKES = 500;
export const MOST_NUMBERS = 60_000;
/** Steps back that are kept; each is a list that shares its strokes with its neighbors. */
const MOST_STEPS = 400;

export const begun = (strokes: readonly Stroke[]): Edits => ({ steps: [strokes], at: 0 });

export const current = ({ steps, at }: Edits): readonly Stroke[] => steps[at] ?? [];

export const canUndo = ({ at }: Edits): boolean => at > 0;
export const canRedo = ({ steps, at }: Edits): boolean => at < steps.length - 1;

export const undone = (edits: Edits): Edits =>
  canUndo(edits) ? { ...edits, at: edits.at - 1 } : edits;
export const redone = (edits: Edits): Edits =>
  canRedo(edits) ? { ...edits, at: edits.at + 1 } : edits;

/** Another list holds from now on; what was undone before is gone. */
export function changed({ steps, at }: Edits, strokes: readonly Stroke[]): Edits {
  const kept = steps.slice(Math.max(0, at + 2 - MOST_STEPS), at + 1);
  return { steps: [...kept, strokes], at: kept.length };
}

export const added = (edits: Edits, stroke: Stroke): Edits =>
  changed(edits, [...current(edits), stroke]);

export function removed(edits: Edits, place: number): Edits {
  const strokes = current(edits);
  return strokes[place]
    ? changed(
        edits,
        strokes.filter((_, at) => at !== place),
      )
    : edits;
}

/** Whether a server takes the list with one more stroke. */
export function hasRoom(strokes: readonly Stroke[], more: Stroke): boolean {
  return strokes.length < MOST_STROKES && numbers(strokes) + more.points.length <= MOST_NUMBERS;
}

export const numbers = (strokes: readonly Stroke[]): number =>
  strokes.reduce((sum, { points }) => sum + points.length, 0);

/** Whether two lists do the same to a picture. */
export function same(one: readonly Stroke[], other: readonly Stroke[]): boolean {
  if (one === other) return true;
  return one.length === other.length && one.every((stroke, at) => alike(stroke, other[at]));
}

function alike(one: Stroke, other: Stroke | undefined): boolean {
  if (one === other) return true;
  return other !== undefined && JSON.stringify(sent(one)) === JSON.stringify(sent(other));
}

/** A stroke with exactly the fields of the API, in their order. */
export const sent = ({ tool, kind, points, size, hardness, opacity }: Stroke): Stroke => ({
  tool,
  kind,
  points,
  size,
  hardness,
  opacity,
});

const ids = new WeakMap<Stroke, number>();
let made = 0;

/** Tells strokes of one page apart; two that do the same are two. */
export function idOf(stroke: Stroke): number {
  const known = ids.get(stroke);
  if (known !== undefined) return known;
  made += 1;
  ids.set(stroke, made);
  return made;
}

/** A hundredth of a pixel is finer than a pen; what is shown and what is sent are the same. */
export const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Strokes out of something that was kept, or null when it is not what was kept. */
export function strokesFrom(kept: unknown): Stroke[] | null {
  if (!Array.isArray(kept) || kept.length > MOST_STROKES || !kept.every(isStroke)) return null;
  return numbers(kept) <= MOST_NUMBERS ? kept.map(sent) : null;
}

function isStroke(value: unknown): value is Stroke {
  if (typeof value !== "object" || value === null) return false;
  const { tool, kind, points, size, hardness, opacity } = value as Stroke;
  return (
    (tool === "restore" || tool === "erase") &&
    (kind === "brush" || kind === "lasso") &&
    Array.isArray(points) &&
    points.length > 0 &&
    points.length % (kind === "brush" ? 3 : 2) === 0 &&
    [...points, size, hardness, opacity].every(Number.isFinite)
  );
}
