// Files that come to the page by hand: pasted anywhere, or dragged over it.
import { useEffect, useRef, useState } from "react";

const carriesFiles = (event: DragEvent): boolean =>
  event.dataTransfer?.types.includes("Files") ?? false;

/** Calls `take` with pictures that are pasted; text goes where the cursor is, as ever. */
export function usePasted(take: (files: File[]) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const pasted = (event: ClipboardEvent) => {
      const data = event.clipboardData;
      // documents bring a picture of their text along
      if (!data || data.types.includes("text/plain")) return;
      const files = [...data.files].filter(({ type }) => type.startsWith("image/"));
      if (files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    };
    addEventListener("paste", pasted);
    return () => removeEventListener("paste", pasted);
  }, []);
}

/** Whether somebody holds files over the page now, so that it can say where they may be dropped. */
export function useDragging(): boolean {
  const [dragging, setDragging] = useState(false);
  useEffect(() => {
    // entering a child comes before leaving its parent, so what counts is how deep one is
    let depth = 0;
    let own = false; // a picture of the page itself is dragged
    const begin = () => {
      own = true;
    };
    const moved = (by: 1 | -1) => (event: DragEvent) => {
      if (own || !carriesFiles(event)) return;
      depth = Math.max(0, depth + by);
      setDragging(depth > 0);
    };
    const enter = moved(1);
    const leave = moved(-1);
    const end = () => {
      depth = 0;
      own = false;
      setDragging(false);
    };
    addEventListener("dragstart", begin);
    addEventListener("dragend", end);
    addEventListener("dragenter", enter);
    addEventListener("dragleave", leave);
    // heard before anybody stops it, and told after the place that it fell on has had it
    const dropped = () => void setTimeout(end);
    addEventListener("drop", dropped, true);
    return () => {
      removeEventListener("dragstart", begin);
      removeEventListener("dragend", end);
      removeEventListener("dragenter", enter);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", dropped, true);
    };
  }, []);
  return dragging;
}
