// Where the list was left, so that who goes back finds it there.

type Left = { y: number; place: number };

const left = new Map<string, Left>();
let isBack = false;

// before anybody else hears of it: the list asks while it is shown again
addEventListener(
  "popstate",
  () => {
    isBack = true;
  },
  { capture: true },
);
for (const kind of ["pushState", "replaceState"]) {
  addEventListener(kind, () => {
    isBack = false;
  });
}

/** Where the list of this address was left, for who comes by Back; else nothing. */
export function found(address: string): Left | null {
  return isBack ? (left.get(address) ?? null) : null;
}

export function leave(address: string, at: Left): void {
  left.set(address, at);
}
