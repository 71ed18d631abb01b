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
    const moved = (by: 1 | -1) => (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      depth = Math.max(0, depth + by);
      setDragging(depth > 0);
    };
    const enter = moved(1);
    const leave = moved(-1);
    const end = () => {
      depth = 0;
      setDragging(false);
    };
    addEventListener("dragenter", enter);
    addEventListener("dragleave", leave);
    // before anybody who stops it
    addEventListener("drop", end, true);
    return () => {
      removeEventListener("dragenter", enter);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", end, true);
    };
  }, []);
  return dragging;
}
