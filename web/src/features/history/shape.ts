// How wide and high the cards of the list are: known beforehand, so that nothing jumps.
import { type RefObject, useLayoutEffect, useState } from "react";

export type Shape = {
  columns: number;
  /** Between columns, in pixels. */
  gap: number;
  /** A row with the space below it, in pixels. */
  row: number;
  /** One picture of a card, in pixels. */
  picture: number;
};

const WIDE_REM = 40;
// The words below a picture: a title of two lines, style and time, how it stands.
const WORDS_REM = 6.75;

/** The grid for so many pixels, where a rem is `rem` pixels. */
export function shaped(width: number, rem: number): Shape {
  const wide = width >= WIDE_REM * rem;
  const gap = (wide ? 1.25 : 0.75) * rem;
  const least = (wide ? 14 : 9.5) * rem;
  const columns = Math.max(1, Math.floor((width + gap) / (least + gap)));
  const card = (width - gap * (columns - 1)) / columns;
  const row = Math.ceil((card * 3) / 4 + (WORDS_REM + (wide ? 1.5 : 1)) * rem);
  return { columns, gap, row, picture: Math.round(card) };
}

/** The grid in an element, and how far down the page it begins. */
export function useShape(grid: RefObject<HTMLElement | null>): {
  shape: Shape | null;
  top: number;
} {
  const [shape, setShape] = useState<Shape | null>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return;
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
      const next = shaped(element.clientWidth, rem);
      setShape((now) => (now && JSON.stringify(now) === JSON.stringify(next) ? now : next));
      setTop(element.getBoundingClientRect().top + scrollY);
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    // filters above it may take another line
    if (element.parentElement) watcher.observe(element.parentElement);
    return () => watcher.disconnect();
  }, [grid]);
  return { shape, top };
}
