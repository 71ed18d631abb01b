import { expect, test } from "vitest";
import {
  added,
  begun,
  canRedo,
  canUndo,
  changed,
  current,
  hasRoom,
  MOST_NUMBERS,
  MOST_STROKES,
  redone,
  removed,
  type Stroke,
  same,
  strokesFrom,
  undone,
} from "./strokes";

const stroke = (changes: Partial<Stroke> = {}): Stroke => ({
  tool: "erase",
  kind: "brush",
  points: [1, 2, 1],
  size: 10,
  hardness: 0.5,
  opacity: 1,
  ...changes,
});

test("undo and redo move through every list, removals and resets too", () => {
  const [a, b] = [stroke(), stroke({ size: 20 })];
  let edits = added(added(begun([]), a), b);
  edits = removed(edits, 0);
  edits = changed(edits, []);
  const seen = [current(edits)];
  while (canUndo(edits)) {
    edits = undone(edits);
    seen.push(current(edits));
  }
  expect(seen).toEqual([[], [b], [a, b], [a], []]);
  while (canRedo(edits)) edits = redone(edits);
  expect(current(edits)).toEqual([]);
});

test("a new stroke after undo forgets what was undone", () => {
  const edits = added(undone(added(begun([]), stroke())), stroke({ tool: "restore" }));
  expect(canRedo(edits)).toBe(false);
  expect(current(edits)).toEqual([stroke({ tool: "restore" })]);
});

test("undo at the beginning and a removal of nothing change nothing", () => {
  const edits = begun([stroke()]);
  expect(undone(edits)).toBe(edits);
  expect(redone(edits)).toBe(edits);
  expect(removed(edits, 3)).toBe(edits);
});

test("a long session keeps a bounded number of steps, the newest", () => {
  let edits = begun([]);
  for (let size = 1; size <= 1000; size += 1) edits = changed(edits, [stroke({ size })]);
  expect(edits.steps.length).toBeLessThanOrEqual(400);
  expect(current(edits)).toEqual([stroke({ size: 1000 })]);
});

test("lists are the same when they do the same, whoever made them", () => {
  const { opacity, size, ...rest } = stroke();
  expect(same([stroke()], [{ opacity, ...rest, size }])).toBe(true);
  expect(same([stroke()], [stroke({ opacity: 0.5 })])).toBe(false);
  expect(same([stroke()], [])).toBe(false);
});

test("there is room up to what the server takes", () => {
  const many = Array.from({ length: MOST_STROKES - 1 }, () => stroke());
  expect(hasRoom(many, stroke())).toBe(true);
  expect(hasRoom([...many, stroke()], stroke())).toBe(false);
  const long = stroke({ points: Array.from({ length: MOST_NUMBERS - 3 }, () => 0) });
  expect(hasRoom([long], stroke())).toBe(true);
  expect(hasRoom([long, stroke()], stroke())).toBe(false);
});

test.each([
  ["no list", { strokes: [] }],
  ["a tool that there is not", [stroke({ tool: "smudge" as never })]],
  ["a number that is none", [stroke({ points: [1, Number.NaN, 1] })]],
  ["half a point", [stroke({ points: [1, 2] })]],
  ["nothing", [null]],
])("what was kept is not taken as strokes: %s", (_, kept) => {
  expect(strokesFrom(kept)).toBeNull();
});

test("strokes come back from JSON as they were", () => {
  const kept = [stroke(), stroke({ kind: "lasso", points: [0, 0, 5, 0, 5, 5] })];
  expect(strokesFrom(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
});
