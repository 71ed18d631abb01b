// The picture on canvases, each half of the one before: made small in halves it does not flicker,
// and a stroke puts only its own box on each.
import type { View } from "@/shared/viewport";
import { type Box, isEmpty, NOTHING, union } from "./box";

const MOST_LEVELS = 5;

type Level = { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D; stale: Box };

export class Levels {
  private readonly levels: Level[] = [];

  constructor(width: number, height: number) {
    let [wide, high] = [width, height];
    while (this.levels.length < MOST_LEVELS && wide >= 1 && high >= 1) {
      const canvas = document.createElement("canvas");
      canvas.width = wide;
      canvas.height = high;
      const context = canvas.getContext("2d");
      if (!context) break;
      this.levels.push({ canvas, context, stale: NOTHING });
      [wide, high] = [Math.ceil(wide / 2), Math.ceil(high / 2)];
    }
  }

  /** New pixels for a box. */
  put(pixels: Uint8ClampedArray<ArrayBuffer>, { left, top, right, bottom }: Box): void {
    const [first, ...smaller] = this.levels;
    first?.context.putImageData(new ImageData(pixels, right - left), left, top);
    let box: Box = { left, top, right, bottom };
    for (const level of smaller) {
      box = halved(box);
      level.stale = union(level.stale, box);
    }
  }

  /** Draws the whole picture as it lies in the window; what is clipped away costs nothing. */
  draw(onto: CanvasRenderingContext2D, { scale, x, y }: View): void {
    const wanted = Math.max(0, Math.floor(Math.log2(1 / scale) + 1e-6));
    const at = Math.min(wanted, this.levels.length - 1);
    for (let place = 1; place <= at; place += 1) this.refresh(place);
    const [full, level] = [this.levels[0], this.levels[at]];
    if (!full || !level) return;
    onto.imageSmoothingEnabled = scale < 2;
    onto.drawImage(level.canvas, x, y, full.canvas.width * scale, full.canvas.height * scale);
  }

  private refresh(at: number): void {
    const [before, level] = [this.levels[at - 1], this.levels[at]];
    if (!before || !level || isEmpty(level.stale)) return;
    const { left, top, right, bottom } = level.stale;
    const [width, height] = [right - left, bottom - top];
    level.context.clearRect(left, top, width, height);
    level.context.drawImage(
      before.canvas,
      left * 2,
      top * 2,
      width * 2,
      height * 2,
      left,
      top,
      width,
      height,
    );
    level.stale = NOTHING;
  }
}

const halved = ({ left, top, right, bottom }: Box): Box => ({
  left: Math.floor(left / 2),
  top: Math.floor(top / 2),
  right: Math.ceil(right / 2),
  bottom: Math.ceil(bottom / 2),
});
