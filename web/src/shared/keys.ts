import { useEffect } from "react";

const TYPING = "input:not([type=radio]), textarea, select, [contenteditable]";

/** Calls the handler of a key anywhere on the page, unless a person types or holds a modifier. */
export function useKeys(handlers: [key: string, handler: () => void][]): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as HTMLElement;
      if (target.matches?.(TYPING)) return;
      // radio buttons move by arrow keys of their own accord
      if (event.key.startsWith("Arrow") && target.matches?.("input")) return;
      const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      handlers.find(([key]) => key === name)?.[1]();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });
}
