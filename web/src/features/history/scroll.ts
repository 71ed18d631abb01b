// Where the list was left. The entry of the browser's history knows it: so Back and Forward find the
// list as it was, and a link to it shows the newest.

type Left = { y: number; place: number };

const left = new Map<number, Left>();

const entry = (): number | undefined => (history.state as { list?: number } | null)?.list;

/** Where this entry's list was left, if it was seen before. */
export function found(): Left | null {
  return left.get(entry() ?? -1) ?? null;
}

export function leave(at: Left): void {
  if (location.pathname !== "/") return; // the window scrolls once more when the list has gone
  const known = entry() ?? left.size;
  if (entry() === undefined) history.replaceState({ ...history.state, list: known }, "");
  left.set(known, at);
}
