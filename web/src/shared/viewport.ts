// Where a picture lies in the window it is looked at through: pure sums, no element is touched.

/** `scale` window pixels per pixel of the picture, whose corner lies at (`x`, `y`) of the window. */
export type View = { scale: number; x: number; y: number };
export type Point = { x: number; y: number };
export type Size = { width: number; height: number };

export const LEAST = 0.02;
export const MOST = 64;
/** From here on single pixels are worth telling apart. */
export const PIXELS_FROM = 8;

/** Zooms by `factor` and leaves what lies under `point` of the window where it is. */
export function zoomAt(view: View, factor: number, point: Point): View {
  const scale = Math.min(MOST, Math.max(LEAST, view.scale * factor));
  const real = scale / view.scale;
  return {
    scale,
    x: point.x - (point.x - view.x) * real,
    y: point.y - (point.y - view.y) * real,
  };
}

/** All of the picture in the middle of the frame, with a margin, no larger than `most`. */
export function fit(size: Size, frame: Size, margin = 0, most = 1): View {
  const room = { width: frame.width - 2 * margin, height: frame.height - 2 * margin };
  const whole = Math.min(room.width / size.width, room.height / size.height);
  return centered(size, frame, Math.min(MOST, Math.max(LEAST, Math.min(whole, most))));
}

/** The picture at `scale`, its middle in the middle of the frame. */
export function centered(size: Size, frame: Size, scale: number): View {
  return {
    scale,
    x: (frame.width - size.width * scale) / 2,
    y: (frame.height - size.height * scale) / 2,
  };
}

/** Moves the picture back so that its middle part cannot leave the frame: what is smaller than the
 * frame stays inside, what is larger reaches at least to the middle. */
export function clamp(view: View, size: Size, frame: Size): View {
  return {
    scale: view.scale,
    x: held(view.x, size.width * view.scale, frame.width),
    y: held(view.y, size.height * view.scale, frame.height),
  };
}

function held(at: number, length: number, room: number): number {
  const [least, most] = length <= room ? [0, room - length] : [room / 2 - length, room / 2];
  return Math.min(most, Math.max(least, at));
}

/** The point of the picture that lies under a point of the window. */
export function toImage(view: View, point: Point): Point {
  return { x: (point.x - view.x) / view.scale, y: (point.y - view.y) / view.scale };
}

/** Where a point of the picture lies in the window. */
export function toScreen(view: View, point: Point): Point {
  return { x: point.x * view.scale + view.x, y: point.y * view.scale + view.y };
}

/** Brings a point of the picture to the middle of the frame, at `scale`. */
export function showing(point: Point, frame: Size, scale: number): View {
  return { scale, x: frame.width / 2 - point.x * scale, y: frame.height / 2 - point.y * scale };
}
