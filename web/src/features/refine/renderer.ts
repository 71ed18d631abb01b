// Puts drawing, matte and marks on the screen, once a frame and only where something changed.
import type { Point, Size, View } from "@/shared/viewport";
import { type Box, isEmpty, NOTHING, union, whole } from "./box";
import { Levels } from "./levels";
import { drawMarks, type Marks } from "./overlay";
import { painted, type Shown, type Sources } from "./paint";
import { fitted } from "./view";

export type Elements = {
  picture: HTMLCanvasElement;
  marks: HTMLCanvasElement;
  /** Lies under the picture and shows the chosen background. */
  board: HTMLElement;
};

/** Of the checkerboard, in pixels of a style sheet. */
const CELL_PX = 10;

/** Screen pixels round a box that smoothing reaches. */
const AROUND_PX = 3;

export class Renderer {
  /** The window in pixels of the device. */
  frame: Size = { width: 0, height: 0 };
  view: View = { scale: 1, x: 0, y: 0 };
  ratio = 1;
  private readonly image: Size;
  private readonly levels: Levels;
  private sources: Sources;
  private shown: Shown = "cut";
  private marks: Omit<Marks, "view" | "image" | "ratio"> | undefined;
  private dirty: Box;
  private moved = true;
  private marked = true;
  private asked = 0;
  private fits = true;

  constructor(
    private readonly elements: Elements,
    sources: Sources,
  ) {
    const { width, height } = sources.matte;
    this.sources = sources;
    this.image = { width, height };
    this.levels = new Levels(width, height);
    this.dirty = whole(width, height);
  }

  /** The window has another size; a picture that fitted in goes on doing so. */
  resize(width: number, height: number, ratio: number): void {
    const before = this.frame;
    this.frame = { width: Math.round(width * ratio), height: Math.round(height * ratio) };
    this.ratio = ratio;
    for (const canvas of [this.elements.picture, this.elements.marks]) {
      canvas.width = this.frame.width;
      canvas.height = this.frame.height;
    }
    const shift = (name: "width" | "height") => (this.frame[name] - before[name]) / 2;
    if (this.fits) this.view = fitted(this.image, this.frame);
    else {
      const { scale, x, y } = this.view;
      this.view = { scale, x: x + shift("width"), y: y + shift("height") };
    }
    this.moved = true;
    // a canvas of another size is empty, so this cannot wait for the next frame
    this.render();
  }

  look(view: View, fits = false): void {
    this.view = view;
    this.fits = fits;
    this.moved = true;
    this.ask();
  }

  /** The matte is another in this box. */
  touch(box: Box): void {
    if (isEmpty(box)) return;
    this.dirty = union(this.dirty, box);
    this.ask();
  }

  /** Another view, or another matte; where that differs is asked only then. */
  show(shown: Shown, sources: Sources, differs: () => Box): void {
    if (sources !== this.sources) this.touch(differs());
    if (shown !== this.shown) this.touch(whole(this.image.width, this.image.height));
    this.shown = shown;
    this.sources = sources;
  }

  mark(marks: { cursor: Point | null } & Omit<Marks, "view" | "image" | "ratio">): void {
    this.marks = marks;
    this.marked = true;
    this.ask();
  }

  stop(): void {
    cancelAnimationFrame(this.asked);
  }

  private ask(): void {
    if (!this.asked) this.asked = requestAnimationFrame(() => this.render());
  }

  private render(): void {
    cancelAnimationFrame(this.asked);
    this.asked = 0;
    const { dirty, levels, moved } = this;
    if (!isEmpty(dirty)) levels.put(painted(this.shown, this.sources, dirty), dirty);
    this.dirty = NOTHING;
    if (moved) this.place();
    if (moved || !isEmpty(dirty)) this.draw(moved ? null : dirty);
    this.moved = false;
    const context = this.marks && this.elements.marks.getContext("2d");
    if (context && this.marks && (moved || this.marked)) {
      const { view, image, ratio } = this;
      drawMarks(context, { ...this.marks, view, image, ratio });
    }
    this.marked = false;
  }

  private draw(box: Box | null): void {
    const context = this.elements.picture.getContext("2d");
    if (!context) return;
    const { scale, x, y } = this.view;
    const [left, top, right, bottom] = box
      ? [
          Math.floor(box.left * scale + x) - AROUND_PX,
          Math.floor(box.top * scale + y) - AROUND_PX,
          Math.ceil(box.right * scale + x) + AROUND_PX,
          Math.ceil(box.bottom * scale + y) + AROUND_PX,
        ]
      : [0, 0, this.frame.width, this.frame.height];
    context.save();
    context.beginPath();
    context.rect(left, top, right - left, bottom - top);
    context.clip();
    context.clearRect(left, top, right - left, bottom - top);
    this.levels.draw(context, this.view);
    context.restore();
  }

  /** The board lies exactly under the picture. */
  private place(): void {
    const { scale, x, y } = this.view;
    const { style } = this.elements.board;
    style.left = `${x / this.ratio}px`;
    style.top = `${y / this.ratio}px`;
    style.width = `${(this.image.width * scale) / this.ratio}px`;
    style.height = `${(this.image.height * scale) / this.ratio}px`;
    // fields that were as large as pixels would look like some
    style.setProperty("--fields", `${scale < 2 ? CELL_PX : (4 * scale) / this.ratio}px`);
  }
}
