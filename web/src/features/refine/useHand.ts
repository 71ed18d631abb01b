// Whether Space is held: the pointer then moves the picture, as in every picture editor.
import { type RefObject, useEffect, useState } from "react";

/** Heard while `area` or something in it that Space does nothing to has the focus. */
export function useHand(area: RefObject<HTMLElement | null>): boolean {
  const [held, hold] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const down = (event: KeyboardEvent) => {
      const target = event.target as Element;
      if (event.key !== " " || target.closest("button, input, summary, a, select")) return;
      // an element with role application scrolls the page otherwise
      event.preventDefault();
      hold(true);
    };
    const up = (event: KeyboardEvent) => event.key === " " && hold(false);
    area.current?.addEventListener("keydown", down, { signal });
    addEventListener("keyup", up, { signal });
    addEventListener("blur", () => hold(false), { signal });
    return () => stop.abort();
  }, [area]);
  return held;
}

/** Calls when the key that was held goes up, or the window loses the keyboard. */
export function useRelease(held: boolean, release: () => void): void {
  useEffect(() => {
    if (!held) return;
    addEventListener("keyup", release);
    addEventListener("blur", release);
    return () => {
      removeEventListener("keyup", release);
      removeEventListener("blur", release);
    };
  }, [held, release]);
}
