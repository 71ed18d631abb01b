// Where the picture lies under the brush; sizes are in pixels of the device.
import {
  clamp,
  fit as inside,
  type Point,
  type Size,
  toScreen,
  type View,
  zoomAt,
} from "@/shared/viewport";

/** Pixels are outlined from here on. */
export const GRID_FROM = 8;

/** Scales that people ask for, as keys and buttons step through them. */
const STOPS = [
  0.05, 0.1, 0.15, 0.2, 0.25, 0.33, 0.5, 0.67, 0.8, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64,
];

/** The next scale of those in that direction. */
export function stop(scale: number, closer: boolean): number {
  const near = 0.005; // what reads as the same per cent is the same
  const found = closer
    ? STOPS.find((each) => each > scale * (1 + near))
    : STOPS.findLast((each) => each < scale * (1 - near));
  return found ?? scale;
}

const AIR = 0.04;
const ENLARGED = 4;
/** How near to the edge of the window a cursor may come before the picture moves. */
const NEAR_PX = 40;

/** The whole picture with some air around it; a small one is enlarged, for it is worked on. */
export const fitted = (image: Size, frame: Size): View =>
  inside(image, frame, Math.min(frame.width, frame.height) * AIR, ENLARGED);

/** Larger or smaller; what is under `point` stays there. */
export const zoomed = (view: View, factor: number, point: Point, image: Size, frame: Size): View =>
  clamp(zoomAt(view, factor, point), image, frame);

/** One pixel of the picture for one of the device, round the same middle. */
export const actual = (view: View, image: Size, frame: Size): View =>
  zoomed(view, 1 / view.scale, middle(frame), image, frame);

export const panned = (view: View, by: Point, image: Size, frame: Size): View =>
  clamp({ ...view, x: view.x + by.x, y: view.y + by.y }, image, frame);

/** The view moved so far that `point` of the picture is seen, for a cursor that keys move. */
export function following(view: View, point: Point, frame: Size): View {
  const at = toScreen(view, point);
  return {
    ...view,
    x: view.x + inwards(at.x, frame.width),
    y: view.y + inwards(at.y, frame.height),
  };
}

function inwards(at: number, room: number): number {
  const near = Math.min(NEAR_PX, room / 4);
  if (at < near) return near - at;
  return Math.min(0, room - near - at);
}

export const middle = ({ width, height }: Size): Point => ({ x: width / 2, y: height / 2 });

/** Two fingers: what was under their middle comes along, larger as they part. */
export function pinched(
  view: View,
  before: readonly [Point, Point],
  after: readonly [Point, Point],
  image: Size,
  frame: Size,
): View {
  const [was, is] = [between(before), between(after)];
  const apart = distance(before) || 1;
  const moved = { ...view, x: view.x + is.x - was.x, y: view.y + is.y - was.y };
  return zoomed(moved, distance(after) / apart || 1, is, image, frame);
}

const between = ([a, b]: readonly [Point, Point]): Point => ({
  x: (a.x + b.x) / 2,
  y: (a.y + b.y) / 2,
});
const distance = ([a, b]: readonly [Point, Point]): number => Math.hypot(a.x - b.x, a.y - b.y);
