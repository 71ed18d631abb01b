// What a picture is looked at through. It moves without React: whoever shows something is told once
// a frame and writes to its own element, so that zoom and pan cost no rendering.
import {
  centered,
  clamp,
  fit as fitting,
  type Point,
  type Size,
  showing,
  type View,
  zoomAt,
} from "@/shared/viewport";

type Painter = (look: Look) => void;

const MARGIN = 20;
const REST_MS = 160;
const STEP = 1.25;
const CLOSE = 4;

export class Look {
  view: View = { scale: 1, x: 0, y: 0 };
  size: Size = { width: 1, height: 1 };
  frame: Size = { width: 0, height: 0 };
  /** Whether all of the picture is shown, however large the frame becomes. */
  fitted = true;
  /** While it moves, speed comes before sharpness. */
  moving = false;
  private readonly painters = new Set<Painter>();
  private readonly listeners = new Set<() => void>();
  private asked = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;

  /** Tells of every change until it is taken back, and at once. */
  readonly paint = (painter: Painter): (() => void) => {
    this.painters.add(painter);
    painter(this);
    return () => this.painters.delete(painter);
  };

  readonly listen = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** How large a pixel of the picture is, in pixels of the screen. */
  readonly percent = (): number => Math.round(this.view.scale * density() * 100);

  measure(size: Size, frame: Size): void {
    const same = this.size.width === size.width && this.size.height === size.height;
    const middle = {
      x: (size.width - this.size.width) / 2,
      y: (size.height - this.size.height) / 2,
    };
    this.size = size;
    this.frame = frame;
    if (this.fitted) {
      this.put(this.whole(), true);
      return;
    }
    // another picture of about the same size keeps its middle where it was
    const { scale, x, y } = this.view;
    this.put(same ? this.view : { scale, x: x - middle.x * scale, y: y - middle.y * scale });
  }

  readonly fit = (): void => this.put(this.whole(), true);

  readonly actual = (): void => this.put(centered(this.size, this.frame, 1 / density()));

  readonly closer = (): void => this.zoom(STEP);

  readonly farther = (): void => this.zoom(1 / STEP);

  zoom(factor: number, point: Point = { x: this.frame.width / 2, y: this.frame.height / 2 }): void {
    this.moves();
    this.put(zoomAt(this.view, factor, point));
  }

  pan(x: number, y: number): void {
    this.moves();
    this.put({ ...this.view, x: this.view.x + x, y: this.view.y + y });
  }

  /** Brings a place of the picture near. */
  show(point: Point): void {
    const scale = Math.max(this.whole().scale * CLOSE, 1 / density());
    this.put(showing(point, this.frame, scale));
  }

  private whole(): View {
    const margin = Math.min(MARGIN, this.frame.width / 12);
    return fitting(this.size, this.frame, margin, 1);
  }

  private put(view: View, fitted = false): void {
    const zoomed = view.scale !== this.view.scale;
    this.view = clamp(view, this.size, this.frame);
    this.fitted = fitted;
    if (zoomed) for (const listener of this.listeners) listener();
    if (this.asked) return;
    this.asked = requestAnimationFrame(() => {
      this.asked = 0;
      for (const painter of this.painters) painter(this);
    });
  }

  private moves(): void {
    this.moving = true;
    clearTimeout(this.rest);
    this.rest = setTimeout(() => {
      this.moving = false;
      for (const painter of this.painters) painter(this);
    }, REST_MS);
  }
}

const density = (): number => globalThis.devicePixelRatio || 1;
