// Wheel, drag and pinch over a picture, as moves of what it is looked at through.
import { type RefObject, useEffect } from "react";
import type { Point } from "@/shared/viewport";
import type { Look } from "./look";

const WHEEL = 0.0016;
const PINCH = 0.01; // a trackpad's pinch comes as a wheel with Control, in smaller steps
const LINE_PX = 16;

/** Moves `look` by what happens over the element. What has `data-own` in it takes its own
 * drags, unless the space bar is held. */
export function useGestures(frame: RefObject<HTMLElement | null>, look: Look): void {
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const hand = new Hand(element, look);
    const ending = new AbortController();
    const { signal } = ending;
    element.addEventListener("wheel", hand.wheel, { signal, passive: false });
    element.addEventListener("pointerdown", hand.down, { signal });
    element.addEventListener("pointermove", hand.move, { signal });
    element.addEventListener("pointerup", hand.up, { signal });
    element.addEventListener("pointercancel", hand.up, { signal });
    element.addEventListener("dblclick", hand.twice, { signal });
    // one finger moves what is near; else it scrolls the page
    const near = look.paint(({ fitted }) => {
      element.dataset.near = String(!fitted);
    });
    return () => {
      near();
      ending.abort();
    };
  }, [frame, look]);
}

const own = (event: Event): boolean => (event.target as Element).closest("[data-own]") !== null;

class Hand {
  private readonly fingers = new Map<number, Point>();
  private origin: Point = { x: 0, y: 0 };

  constructor(
    private readonly element: HTMLElement,
    private readonly look: Look,
  ) {}

  readonly wheel = (event: WheelEvent): void => {
    event.preventDefault();
    this.begin(event);
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
    const step = event.ctrlKey ? PINCH : WHEEL;
    this.look.zoom(Math.exp(-event.deltaY * lines * step), this.at(event));
  };

  readonly down = (event: PointerEvent): void => {
    const { element, fingers } = this;
    if (event.button > 1 || (own(event) && element.dataset.space === undefined)) return;
    if (fingers.size === 0) this.begin(event);
    fingers.set(event.pointerId, this.at(event));
    element.setPointerCapture(event.pointerId);
    element.dataset.held = "";
  };

  readonly move = (event: PointerEvent): void => {
    const { look, fingers } = this;
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = this.at(event);
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) pinch(look, before, now, other);
    // one finger on a picture that is wholly seen scrolls the page
    else if (event.pointerType !== "touch" || !look.fitted)
      look.pan(now.x - before.x, now.y - before.y);
    fingers.set(event.pointerId, now);
  };

  readonly up = (event: PointerEvent): void => {
    this.fingers.delete(event.pointerId);
    if (this.fingers.size === 0) delete this.element.dataset.held;
  };

  readonly twice = (event: MouseEvent): void => {
    if (own(event)) return;
    if (this.look.fitted) this.look.actual();
    else this.look.fit();
  };

  /** Points are counted from the pane that a gesture begins over: there may be two. */
  private begin(event: Event): void {
    const pane = (event.target as Element).closest("[data-pane]") ?? this.element;
    const { left, top } = pane.getBoundingClientRect();
    this.origin = { x: left, y: top };
  }

  private at({ clientX, clientY }: MouseEvent): Point {
    return { x: clientX - this.origin.x, y: clientY - this.origin.y };
  }
}

function pinch(look: Look, before: Point, now: Point, other: Point): void {
  const apart = (a: Point) => Math.hypot(a.x - other.x, a.y - other.y);
  const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
  look.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
  look.zoom(apart(now) / Math.max(1, apart(before)), middle);
}

/** While a picture is larger than its frame the arrow keys move it; true when one did. */
export function panByKey(look: Look, key: string): boolean {
  const step = look.frame.width / 8;
  const [x, y] = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[
    key
  ] ?? [0, 0];
  if (look.fitted || (x === 0 && y === 0)) return false;
  look.pan((x ?? 0) * step, (y ?? 0) * step);
  return true;
}
