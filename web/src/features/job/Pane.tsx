// One window onto the world: it is measured, and over near pixels it draws their grid.
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { PIXELS_FROM, type Size } from "@/shared/viewport";
import type { Look } from "./look";

type Props = { look: Look; size: Size; grid?: boolean; caption?: string; children: ReactNode };

/** `size` is that of the world; the first pane of several measures for all, as they are alike. */
export function Pane({ look, size, grid, caption, children }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const { width, height } = size;
  useEffect(() => {
    const pane = element.current;
    if (!pane) return;
    const measure = () => {
      const frame = { width: pane.clientWidth, height: pane.clientHeight };
      if (frame.width > 0) look.measure({ width, height }, frame);
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(pane);
    return () => watch.disconnect();
  }, [look, width, height]);
  return (
    <div ref={element} data-pane="" className="relative size-full overflow-hidden">
      {children}
      {grid && <PixelGrid look={look} />}
      {caption && <Caption className="left-3">{caption}</Caption>}
    </div>
  );
}

/** What a picture is, over a corner of it. */
export function Caption({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span
      className={`pointer-events-none absolute bottom-3 z-1 max-w-[46%] truncate rounded-md bg-panel px-2 py-0.5 font-medium text-ink text-xs shadow-sm ring-1 ring-line ${className}`}
    >
      {children}
    </span>
  );
}

/** Lines between the pixels of the picture, as far as it lies in the window. */
function PixelGrid({ look }: { look: Look }) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () =>
      look.paint(({ view, size, frame, percent }) => {
        if (!element.current) return;
        const { style } = element.current;
        const near = percent() >= PIXELS_FROM * 100;
        style.display = near ? "" : "none";
        if (!near) return;
        const left = Math.max(0, view.x);
        const top = Math.max(0, view.y);
        style.left = `${left}px`;
        style.top = `${top}px`;
        style.width = `${Math.min(frame.width, view.x + size.width * view.scale) - left}px`;
        style.height = `${Math.min(frame.height, view.y + size.height * view.scale) - top}px`;
        style.backgroundSize = `${view.scale}px ${view.scale}px`;
        style.backgroundPosition = `${view.x - left}px ${view.y - top}px`;
      }),
    [look],
  );
  return (
    <div
      ref={element}
      data-testid="pixel-grid"
      className="pointer-events-none absolute bg-[linear-gradient(to_right,oklch(0.5_0_0/0.45)_1px,transparent_1px),linear-gradient(to_bottom,oklch(0.5_0_0/0.45)_1px,transparent_1px)]"
    />
  );
}
