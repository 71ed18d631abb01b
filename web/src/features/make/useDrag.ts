// Taking hold of a brand picture in the small frame, and which of the nine places it would go to.
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { Position } from "./assetUse";
import { type Point, placeAt } from "./layout";

const STILL = 4; // pixels within which a press is no drag

type Held = { place: number; by: Point; position: Position };
type Acts = {
  take: (place: number) => void;
  /** Let go of at a point of the frame. */
  drop: (place: number, point: Point) => void;
};

export function useDrag(
  box: RefObject<HTMLElement | null>,
  frame: { width: number; height: number },
  { take, drop }: Acts,
) {
  const [held, setHeld] = useState<Held | null>(null);
  const from = useRef<Point | null>(null);
  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top, width, height } = box.current?.getBoundingClientRect() ?? new DOMRect();
    return [
      ((clientX - left) / (width || 1)) * frame.width,
      ((clientY - top) / (height || 1)) * frame.height,
    ];
  };
  const end = () => {
    from.current = null;
    setHeld(null);
  };
  useEscape(held !== null, end);
  const handlers = (place: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      from.current = [event.clientX, event.clientY];
      take(place);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!from.current) return;
      const by: Point = [event.clientX - from.current[0], event.clientY - from.current[1]];
      if (!held && Math.hypot(...by) < STILL) return;
      setHeld({ place, by, position: placeAt(pointOf(event), frame.width, frame.height) });
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (held) drop(place, pointOf(event));
      end();
    },
    onPointerCancel: end,
    // the frame below takes a click as a wish to move the chosen one there
    onClick: (event: { stopPropagation: () => void }) => event.stopPropagation(),
  });
  return { held, handlers, pointOf };
}

export type Drag = ReturnType<typeof useDrag>;

/** Escape lets go without moving anything. */
function useEscape(wanted: boolean, act: () => void): void {
  const last = useRef(act);
  last.current = act;
  useEffect(() => {
    if (!wanted) return;
    const pressed = (event: KeyboardEvent) => {
      if (event.key === "Escape") last.current();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [wanted]);
}
