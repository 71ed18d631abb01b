// What lies over the picture and is no part of it: the ring of the brush, a lasso, pixel lines.
import { type Point, type Size, toImage, toScreen, type View } from "@/shared/viewport";
import type { Stroke } from "./strokes";
import { GRID_FROM } from "./view";

export type Marks = {
  readonly view: View;
  readonly image: Size;
  /** Where the brush is, in the picture; null while no pointer and no key moves it. */
  readonly cursor: Point | null;
  readonly brush: Omit<Stroke, "points">;
  /** The outline of a lasso that is being drawn. */
  readonly lasso: readonly Point[];
  /** A stroke that was picked in the list. */
  readonly picked: Stroke | null;
  /** Pixels of the device for one of a style sheet. */
  readonly ratio: number;
};

const CROSS_PX = 7;

/** Draws all marks anew; a dark line with a light one beside it is seen on every picture. */
export function drawMarks(context: CanvasRenderingContext2D, marks: Marks): void {
  const { width, height } = context.canvas;
  context.clearRect(0, 0, width, height);
  if (marks.view.scale >= GRID_FROM) grid(context, marks);
  if (marks.picked) outline(context, marks, pathOf(marks.picked));
  if (marks.lasso.length > 1) outline(context, marks, marks.lasso);
  if (marks.cursor) cursor(context, marks, marks.cursor);
}

function grid(context: CanvasRenderingContext2D, { view, image }: Marks): void {
  const { width, height } = context.canvas;
  const from = toImage(view, { x: 0, y: 0 });
  const to = toImage(view, { x: width, y: height });
  const [left, right] = [Math.max(0, Math.ceil(from.x)), Math.min(image.width, Math.floor(to.x))];
  const [top, bottom] = [Math.max(0, Math.ceil(from.y)), Math.min(image.height, Math.floor(to.y))];
  const start = toScreen(view, { x: left, y: top });
  const end = toScreen(view, { x: right, y: bottom });
  context.beginPath();
  for (let x = left; x <= right; x += 1) {
    const at = Math.round(x * view.scale + view.x) + 0.5;
    context.moveTo(at, start.y);
    context.lineTo(at, end.y);
  }
  for (let y = top; y <= bottom; y += 1) {
    const at = Math.round(y * view.scale + view.y) + 0.5;
    context.moveTo(start.x, at);
    context.lineTo(end.x, at);
  }
  context.lineWidth = 1;
  context.strokeStyle = "rgb(128 128 128 / 0.35)";
  context.stroke();
}

function cursor(context: CanvasRenderingContext2D, marks: Marks, at: Point): void {
  const { view, brush, ratio } = marks;
  const { x, y } = toScreen(view, at);
  const radius = (brush.size * view.scale) / 2;
  const cross = CROSS_PX * ratio;
  context.beginPath();
  if (brush.kind === "brush") {
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
  }
  // a ring too small to be seen, or larger than the window, says nothing of where its middle is
  const lost = radius > Math.min(context.canvas.width, context.canvas.height) / 2;
  const gap = brush.kind === "lasso" || lost ? 0 : radius;
  if (brush.kind === "lasso" || lost || radius < cross / 2) {
    for (const side of [-1, 1]) {
      context.moveTo(x + side * (cross / 2 + gap), y);
      context.lineTo(x + side * (cross + gap), y);
      context.moveTo(x, y + side * (cross / 2 + gap));
      context.lineTo(x, y + side * (cross + gap));
    }
  }
  twice(context, ratio);
  if (brush.kind === "lasso" || brush.hardness >= 1 || radius < cross) return;
  context.beginPath();
  context.arc(x, y, radius * brush.hardness, 0, 2 * Math.PI);
  context.setLineDash([3 * ratio, 3 * ratio]);
  twice(context, ratio);
  context.setLineDash([]);
}

function outline(
  context: CanvasRenderingContext2D,
  { view, ratio, picked }: Marks,
  path: readonly Point[],
): void {
  context.beginPath();
  for (const point of path) {
    const { x, y } = toScreen(view, point);
    context.lineTo(x, y);
  }
  const [first] = path;
  if (path.length === 1 && first && picked) {
    const { x, y } = toScreen(view, first);
    context.arc(x, y, (picked.size * view.scale) / 2, 0, 2 * Math.PI);
  }
  context.setLineDash([5 * ratio, 4 * ratio]);
  twice(context, ratio);
  context.setLineDash([]);
}

/** The path in white upon black. */
function twice(context: CanvasRenderingContext2D, ratio: number): void {
  context.lineJoin = "round";
  context.lineWidth = 3 * ratio;
  context.strokeStyle = "rgb(0 0 0 / 0.55)";
  context.stroke();
  context.lineWidth = 1.25 * ratio;
  context.strokeStyle = "white";
  context.stroke();
}

/** The points of a stroke; a lasso comes back to where it began. */
function pathOf({ kind, points }: Stroke): Point[] {
  const each = kind === "brush" ? 3 : 2;
  const path: Point[] = [];
  for (let at = 0; at < points.length; at += each) {
    path.push({ x: points[at] ?? 0, y: points[at + 1] ?? 0 });
  }
  const [first] = path;
  return kind === "lasso" && first ? [...path, first] : path;
}
