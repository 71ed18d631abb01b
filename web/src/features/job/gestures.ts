// Wheel, drag and pinch over a picture, as moves of what it is looked at through.
import { type RefObject, useEffect } from "react";
import type { Point } from "@/shared/viewport";
import type { Look } from "./look";

const WHEEL = 0.0016;
const PINCH = 0.01; // a trackpad's pinch comes as a wheel with Control, in smaller steps
const LINE_PX = 16;

type Fingers = Map<number, Point>;

/** Moves `look` by what happens over the element. What has `data-own` in it takes its own
 * drags, unless the space bar is held. */
export function useGestures(frame: RefObject<HTMLElement | null>, look: Look): void {
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const ending = new AbortController();
    const { signal } = ending;
    const fingers: Fingers = new Map();
    let origin: Point = { x: 0, y: 0 };
    const at = ({ clientX, clientY }: MouseEvent): Point => ({
      x: clientX - origin.x,
      y: clientY - origin.y,
    });
    const under = (event: Event) => {
      const pane = (event.target as Element).closest("[data-pane]") ?? element;
      const { left, top } = pane.getBoundingClientRect();
      origin = { x: left, y: top };
    };
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      under(event);
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
      look.zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? PINCH : WHEEL)), at(event));
    };
    const down = (event: PointerEvent) => {
      const own = (event.target as Element).closest("[data-own]");
      if (event.button > 1 || (own && element.dataset.space === undefined)) return;
      if (fingers.size === 0) under(event);
      fingers.set(event.pointerId, at(event));
      element.setPointerCapture(event.pointerId);
      element.dataset.held = "";
    };
    const move = (event: PointerEvent) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const now = at(event);
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      if (other) pinch(look, before, now, other);
      // one finger on a picture that is wholly seen scrolls the page
      else if (event.pointerType !== "touch" || !look.fitted)
        look.pan(now.x - before.x, now.y - before.y);
      fingers.set(event.pointerId, now);
    };
    const up = (event: PointerEvent) => {
      fingers.delete(event.pointerId);
      if (fingers.size === 0) delete element.dataset.held;
    };
    const twice = (event: MouseEvent) => {
      if ((event.target as Element).closest("[data-own]")) return;
      if (look.fitted) look.actual();
      else look.fit();
    };
    element.addEventListener("wheel", wheel, { signal, passive: false });
    element.addEventListener("pointerdown", down, { signal });
    element.addEventListener("pointermove", move, { signal });
    element.addEventListener("pointerup", up, { signal });
    element.addEventListener("pointercancel", up, { signal });
    element.addEventListener("dblclick", twice, { signal });
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
