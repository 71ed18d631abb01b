// What is open over the place: one thing at a time.
import { useSyncExternalStore } from "react";
import { isInDialog } from "@/shared/commands";

export type Over = "queue" | "palette" | "help" | "settings";

let open: Over | null = null;
let beneath = false;
const listeners = new Set<() => void>();

export function openOver(next: Over | null): void {
  if (next === open) return;
  if (open === null) beneath = isInDialog();
  open = next;
  for (const listener of listeners) listener();
}

/** Whether what is open lies over a dialog of the place: then only the dialog's commands are heard. */
export const isOverDialog = (): boolean => beneath;

export const toggleOver = (over: Over): void => openOver(open === over ? null : over);

export function useOver(): Over | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
}
