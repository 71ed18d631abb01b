// Mouse, pen and fingers over the canvas, told apart into drawing, hovering, moving and zooming.
import type { Point } from "@/shared/viewport";

/** A place in the window of the canvas in pixels of the device. */
export type Contact = Point & { readonly pressure: number };

export type Heard = {
  /** Whether the pointer moves the picture and does not draw. */
  hand(): boolean;
  /** Drawing begins, goes on, and ends; or is taken back, because it was none. */
  begin(contact: Contact, straight: boolean): void;
  draw(contacts: readonly Contact[]): void;
  end(): void;
  drop(): void;
  hover(at: Point | null): void;
  pan(by: Point): void;
  pinch(before: readonly [Point, Point], after: readonly [Point, Point]): void;
  zoom(factor: number, at: Point): void;
};

const MIDDLE = 1;
/** As in the review, so that a hand need not learn it twice. */
const WHEEL = 0.0016;
const PINCH = 0.01;
const LINE_PX = 16;

/** Listens until the function that it gives is called. */
export function followPointers(canvas: HTMLElement, ratio: () => number, heard: Heard): () => void {
  const pointers = new Pointers(canvas, ratio, heard);
  const stop = new AbortController();
  const { signal } = stop;
  canvas.addEventListener("pointerdown", pointers.down, { signal });
  canvas.addEventListener("pointermove", pointers.move, { signal });
  canvas.addEventListener("pointerup", pointers.up, { signal });
  canvas.addEventListener("pointercancel", pointers.cancel, { signal });
  canvas.addEventListener("pointerleave", () => heard.hover(null), { signal });
  canvas.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
  // a page that may not scroll under the canvas must say so before the wheel turns
  canvas.addEventListener("wheel", pointers.wheel, { signal, passive: false });
  return () => stop.abort();
}

type Pressed = MouseEvent & { pressure?: number; pointerType?: string };

class Pointers {
  private readonly fingers = new Map<number, Point>();
  private drawing: number | null = null;
  private panning: { id: number; at: Point } | null = null;
  /** Once a pen was seen, a hand that rests on the glass does not draw. */
  private pen = false;

  constructor(
    private readonly canvas: HTMLElement,
    private readonly ratio: () => number,
    private readonly heard: Heard,
  ) {}

  readonly down = (event: PointerEvent): void => {
    const at = this.contact(event);
    if (event.pointerType === "pen") this.pen = true;
    if (event.pointerType === "touch") {
      this.fingers.set(event.pointerId, at);
      if (this.fingers.size === 2) this.take();
      if (this.fingers.size > 1) return;
    }
    if (event.button !== 0 && event.button !== MIDDLE) return;
    this.canvas.setPointerCapture(event.pointerId);
    const hand = this.pen && event.pointerType === "touch";
    if (hand || event.button === MIDDLE || this.heard.hand()) {
      this.panning = { id: event.pointerId, at };
    } else if (this.drawing === null) {
      this.drawing = event.pointerId;
      this.heard.begin(at, event.shiftKey);
    }
  };

  readonly move = (event: PointerEvent): void => {
    const placed = this.placing();
    const at = placed(event);
    if (event.pointerType !== "touch") this.heard.hover(at);
    if (this.fingers.size === 2 && this.fingers.has(event.pointerId)) this.pinch(event, at);
    else if (event.pointerId === this.drawing) {
      const all = event.getCoalescedEvents?.() ?? [];
      this.heard.draw((all.length ? all : [event]).map(placed));
    } else if (event.pointerId === this.panning?.id) {
      const { x, y } = this.panning.at;
      this.panning.at = at;
      this.heard.pan({ x: at.x - x, y: at.y - y });
    }
  };

  readonly up = (event: PointerEvent): void => {
    if (event.pointerId === this.drawing) this.heard.end();
    this.gone(event);
  };

  readonly cancel = (event: PointerEvent): void => {
    if (event.pointerId === this.drawing) this.heard.drop();
    this.gone(event);
  };

  readonly wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const px = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
    const ratio = this.ratio();
    if (event.shiftKey) {
      const by = (event.deltaX || event.deltaY) * px * ratio;
      this.heard.pan({ x: -by, y: 0 });
      return;
    }
    // a pinch on a trackpad comes as small turns with Control
    const per = event.ctrlKey ? PINCH : WHEEL;
    this.heard.zoom(Math.exp(-event.deltaY * px * per), this.contact(event));
  };

  /** A second finger: what the first one began to draw was the beginning of a pinch. */
  private take(): void {
    if (this.drawing !== null) this.heard.drop();
    this.drawing = null;
    this.panning = null;
  }

  private pinch(event: PointerEvent, at: Point): void {
    const before = [...this.fingers.values()] as [Point, Point];
    this.fingers.set(event.pointerId, at);
    this.heard.pinch(before, [...this.fingers.values()] as [Point, Point]);
  }

  private gone({ pointerId }: PointerEvent): void {
    this.fingers.delete(pointerId);
    if (this.drawing === pointerId) this.drawing = null;
    if (this.panning?.id === pointerId) this.panning = null;
  }

  private contact(event: Pressed): Contact {
    return this.placing()(event);
  }

  /** For all points of one event: where the canvas lies costs a layout to ask. */
  private placing(): (event: Pressed) => Contact {
    const { left, top } = this.canvas.getBoundingClientRect();
    const ratio = this.ratio();
    return ({ clientX, clientY, pointerType, pressure }) => ({
      x: (clientX - left) * ratio,
      y: (clientY - top) * ratio,
      pressure: pointerType === "pen" ? (pressure ?? 1) : 1,
    });
  }
}
