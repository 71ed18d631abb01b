// Filters that a person keeps under a name of their own, in this browser.
import { useSyncExternalStore } from "react";

/** `address` is what `filter.written` gave. */
export type Saved = { name: string; address: string };

export const MOST_SAVED = 20;
export const LONGEST_NAME = 40;
const KEY = "nukki.filters";

const listeners = new Set<() => void>();
let known: { text: string | null; saved: readonly Saved[] } = { text: null, saved: [] };

/** What was kept, without what is none of ours. */
export function read(text: string | null): Saved[] {
  try {
    const found: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(found) ? found.filter(isSaved).slice(0, MOST_SAVED) : [];
  } catch {
    return [];
  }
}

function isSaved(found: unknown): found is Saved {
  const { name, address } = (found ?? {}) as Partial<Saved>;
  return (
    typeof name === "string" && tidy(name) === name && name !== "" && typeof address === "string"
  );
}

export const tidy = (name: string): string =>
  name.trim().replace(/\s+/g, " ").slice(0, LONGEST_NAME);

/** The list with a filter under a name; what had the name or the filter before gives way, in place. */
export function kept(saved: readonly Saved[], entry: Saved): Saved[] {
  const name = tidy(entry.name);
  if (!name) return [...saved];
  const fresh = { name, address: entry.address };
  const at = saved.findIndex((one) => one.address === entry.address || one.name === name);
  const others = saved.filter(
    (one, place) => place === at || (one.address !== entry.address && one.name !== name),
  );
  return at < 0
    ? [...others, fresh].slice(-MOST_SAVED)
    : others.with(others.indexOf(saved[at] as Saved), fresh);
}

export const dropped = (saved: readonly Saved[], address: string): Saved[] =>
  saved.filter((one) => one.address !== address);

function current(): readonly Saved[] {
  const text = stored();
  if (text !== known.text) known = { text, saved: read(text) };
  return known.saved;
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // a browser that forbids storage keeps nothing
  }
}

/** Changes what is kept; false where the browser would not take it. */
function change(saved: Saved[]): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(saved));
  } catch {
    return false;
  }
  for (const listener of listeners) listener();
  return true;
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener); // another tab may change it
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

export function useSaved() {
  const saved = useSyncExternalStore(listen, current);
  return {
    saved,
    keep: (entry: Saved) => change(kept(current(), entry)),
    drop: (address: string) => change(dropped(current(), address)),
  };
}
