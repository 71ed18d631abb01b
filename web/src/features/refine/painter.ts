// Ties pointers and keys, the stroke that is being drawn, the matte and the screen together.
import { clamp, type Point, type Size, toImage, type View } from "@/shared/viewport";
import type { Shown, Sources } from "./paint";
import type { Contact, Heard } from "./pointers";
import { type Elements, Renderer } from "./renderer";
import type { Stroke } from "./strokes";
import type { Surface } from "./surface";
import { outlined, type Touch, Trace } from "./trace";
import { actual, fitted, following, panned, pinched, stop, zoomed } from "./view";

export type Brush = Omit<Stroke, "points"> & {
  /** Whether a pen that is pressed less draws narrower. */
  pressure: boolean;
};

export type Wanted = {
  brush: Brush;
  shown: Shown;
  /** The matte as it was before any stroke, while somebody looks. */
  before: boolean;
  /** Whether the pointer moves the picture and does not draw. */
  hand: boolean;
  picked: Stroke | null;
  strokes: readonly Stroke[];
};

export type Told = {
  /** Somebody drew this; false when it is not taken. */
  drawn(stroke: Stroke): boolean;
  /** The brush is over this place; null when it has left. */
  over(place: Point | null): void;
  scaled(scale: number): void;
};

/** Pixels that a pen is pressed to at least: one that is laid down still draws. */
const LIGHTEST = 0.1;

export class Painter implements Heard {
  private readonly renderer: Renderer;
  private readonly image: Size;
  private readonly sources: Sources;
  private readonly original: Sources;
  private cursor: Point | null = null;
  private trace: Trace | null = null;
  private lasso: Touch[] = [];
  /** Where the last stroke ended: with Shift the next one goes on from there in a straight line. */
  private last: Touch | null = null;

  constructor(
    elements: Elements,
    private readonly surface: Surface,
    drawing: Omit<Sources, "matte" | "base">,
    private wanted: Wanted,
    private readonly told: Told,
  ) {
    const { matte, base } = surface;
    this.sources = { ...drawing, matte, base };
    this.original = { ...drawing, matte: base, base };
    this.image = { width: base.width, height: base.height };
    this.renderer = new Renderer(elements, this.sources);
    surface.show(wanted.strokes);
  }

  want(wanted: Wanted): void {
    const { strokes, shown, before } = wanted;
    if (strokes !== this.wanted.strokes) this.renderer.touch(this.surface.show(strokes));
    this.wanted = wanted;
    this.renderer.show(shown, before ? this.original : this.sources, () => this.surface.changed());
    this.mark();
  }

  resize(width: number, height: number, ratio: number): void {
    this.renderer.resize(width, height, ratio);
    this.told.scaled(this.renderer.view.scale);
  }

  stop(): void {
    this.renderer.stop();
  }

  begin(contact: Contact, straight: boolean): void {
    const touch = this.touchOf(contact);
    const { tool, kind, size, hardness, opacity } = this.wanted.brush;
    if (kind === "lasso") {
      this.lasso = [touch];
      return;
    }
    this.trace = new Trace({ tool, size, hardness, opacity });
    if (straight && this.last) this.go(this.last);
    this.go(touch);
  }

  draw(contacts: readonly Contact[]): void {
    for (const contact of contacts) {
      const touch = this.touchOf(contact);
      if (this.trace) this.go(touch);
      else if (this.lasso.length > 0) this.lasso.push(touch);
    }
    this.mark();
  }

  end(): void {
    const { trace, lasso } = this;
    const { tool, size, hardness, opacity } = this.wanted.brush;
    const stroke = trace ? trace.done() : outlined(lasso, { tool, size, hardness, opacity });
    this.trace = null;
    this.lasso = [];
    this.mark();
    if (!stroke || !this.told.drawn(stroke)) this.drop();
  }

  drop(): void {
    this.trace = null;
    this.lasso = [];
    this.renderer.touch(this.surface.drop());
    this.mark();
  }

  hand = (): boolean => this.wanted.hand;

  hover(at: Point | null): void {
    this.over(at && toImage(this.renderer.view, at));
  }

  pan = (by: Point): void => this.look((view, frame) => panned(view, by, this.image, frame));

  pinch(before: readonly [Point, Point], after: readonly [Point, Point]): void {
    this.look((view, frame) => pinched(view, before, after, this.image, frame));
  }

  zoom(factor: number, at: Point): void {
    this.look((view, frame) => zoomed(view, factor, at, this.image, frame));
  }

  /** A stop closer or farther round the cursor, or the middle where there is none. */
  step(closer: boolean): void {
    const { frame, view } = this.renderer;
    const factor = stop(view.scale, closer) / view.scale;
    const { x, y } = this.cursor ?? toImage(view, { x: frame.width / 2, y: frame.height / 2 });
    this.zoom(factor, { x: x * view.scale + view.x, y: y * view.scale + view.y });
  }

  fit(): void {
    const { renderer } = this;
    renderer.look(fitted(this.image, renderer.frame), true);
    this.told.scaled(renderer.view.scale);
  }

  actual(): void {
    this.look((view, frame) => actual(view, this.image, frame));
  }

  /** Moves the brush by pixels of the picture; it begins in the middle. */
  move(x: number, y: number): void {
    const { width, height } = this.image;
    const from = this.cursor ?? { x: width / 2, y: height / 2 };
    const step = (at: number, by: number, room: number) =>
      Math.min(room - 0.5, Math.max(0.5, Math.floor(at) + 0.5 + by));
    const cursor = { x: step(from.x, x, width), y: step(from.y, y, height) };
    this.look((view, frame) => following(view, cursor, frame));
    this.over(cursor);
  }

  /** One dab where the brush is. */
  dab(): void {
    if (!this.cursor) this.move(0, 0);
    const { x, y } = this.cursor as Point;
    const { tool, size, hardness, opacity } = this.wanted.brush;
    const trace = new Trace({ tool, size, hardness, opacity });
    trace.add({ x, y, pressure: 1 });
    this.told.drawn(trace.done());
  }

  alphaAt = ({ x, y }: Point): number => this.surface.alphaAt(x, y);

  private go(touch: Touch): void {
    const stretch = this.trace?.add(touch);
    this.last = touch;
    if (stretch) this.renderer.touch(this.surface.extend(this.wanted.brush, stretch));
  }

  private over(place: Point | null): void {
    this.cursor = place;
    this.mark();
    this.told.over(place);
  }

  private look(next: (view: View, frame: Size) => View): void {
    const { view, frame } = this.renderer;
    this.renderer.look(clamp(next(view, frame), this.image, frame));
    this.told.scaled(this.renderer.view.scale);
  }

  private mark(): void {
    const { brush, picked, hand } = this.wanted;
    this.renderer.mark({ cursor: hand ? null : this.cursor, brush, lasso: this.lasso, picked });
  }

  private touchOf({ x, y, pressure }: Contact): Touch {
    const place = toImage(this.renderer.view, { x, y });
    const firm = this.wanted.brush.pressure ? Math.max(LIGHTEST, pressure) : 1;
    return { ...place, pressure: firm };
  }
}
