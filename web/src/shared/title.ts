// The title and the icon of the browser's tab: what is seen, and how far the work has come.
import { useEffect } from "react";
import { useWords } from "./words/words";

/** What the tab tells of the work: candidates finished of those that are drawn now, or that all
 * is done and nobody has looked yet. */
export type Mark = { done: number; total: number } | "ended" | null;

const ICONS = { busy: "/favicon-busy.svg", ended: "/favicon-done.svg", rest: "/favicon.svg" };

let page = "";
let name = "";
let mark: Mark = null;

/** "● 2/4 · Glass bell · Nukki". */
export function titled(page: string, name: string, mark: Mark): string {
  const told = mark === null ? "" : mark === "ended" ? "✓" : `● ${mark.done}/${mark.total}`;
  return [told, page, name].filter(Boolean).join(" · ");
}

/** Without React: a tab in the background draws nothing, but its title must tell all the same. */
function show(): void {
  document.title = titled(page, name, mark);
}

export function markTitle(next: Mark): void {
  mark = next;
  show();
  const icon = next === null ? ICONS.rest : next === "ended" ? ICONS.ended : ICONS.busy;
  const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (link && link.getAttribute("href") !== icon) link.setAttribute("href", icon);
}

/** The title of the browser's tab: what is seen first, then whose it is. */
export function useTitle(shown: string): void {
  const say = useWords();
  const own = say("app.name");
  useEffect(() => {
    page = shown;
    name = own;
    show();
  }, [shown, own]);
}
