// One sentence at a time for screen readers, shown in the shell's live region.
import { useSyncExternalStore } from "react";

let said = "";
const listeners = new Set<() => void>();

export function announce(text: string): void {
  // the same sentence twice must be a change, or it is not read again
  said = said === text ? `${text}\u00a0` : text;
  for (const listener of listeners) listener();
}

export function useAnnounced(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => said,
  );
}
