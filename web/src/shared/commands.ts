// What a person can do by key or from the palette: pages say it while they are shown.
import { useEffect, useRef, useSyncExternalStore } from "react";

/** In which part of the palette and of the sheet of shortcuts it stands. */
export type Group = "go" | "make" | "review" | "picture" | "refine" | "list" | "app";

export type Command = {
  /** Tells commands apart: `review.alpha`. */
  id: string;
  /** In the person's language. */
  name: string;
  group: Group;
  /** As `KeyboardEvent.key` names it, small letters, with modifiers before it: `b`, `shift+b`,
   * `mod+k` (Command on a Mac, else Control), `ArrowLeft`, `?`. */
  keys?: string;
  /** Not now; it stays in the lists, grayed. */
  disabled?: boolean;
  /** It belongs to a dialog: while one is open no others are heard. `both`: it always is. */
  modal?: boolean | "both";
  run: () => void;
};

const TYPING =
  "input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable]";

type Registered = { current: Command[] };
const registered = new Set<Registered>();
const listeners = new Set<() => void>();
let shown: Command[] = [];

function changed(): void {
  shown = [...registered].flatMap((own) =>
    // what a command does may be another thing than when its name was told
    own.current.map((command) => ({ ...command, run: () => latest(own, command)?.run() })),
  );
  for (const listener of listeners) listener();
}

const latest = ({ current }: Registered, { id }: Command) =>
  current.find((command) => command.id === id);

/** Offers commands while the component is shown. The last that was shown wins a key. */
export function useCommands(commands: Command[]): void {
  const own = useRef(commands);
  own.current = commands;
  const told = commands
    .map(({ id, name, keys, disabled }) => `${id}${name}${keys}${disabled}`)
    .join();
  useEffect(() => {
    registered.add(own);
    changed();
    return () => {
      registered.delete(own);
      changed();
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lists change with what is told
  useEffect(changed, [told]);
}

/** All commands of what is shown now, for the palette and the sheet of shortcuts. */
export function useRegistered(): Command[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}

export const isInDialog = (): boolean => document.querySelector("dialog:modal") !== null;

/** Whether a command may be run while a dialog is open, or while none is. */
export const isHeard = ({ modal = false }: Command, inDialog: boolean): boolean =>
  modal === "both" || modal === inDialog;

type Pressed = Pick<KeyboardEvent, "key" | "metaKey" | "ctrlKey" | "altKey" | "shiftKey"> & {
  code?: string;
};

/** The keys of an event as commands name them. */
export function keysOf(event: Pressed): string {
  const key = latin(event);
  const letter = key.length === 1;
  const mod = event.metaKey || event.ctrlKey ? "mod+" : "";
  const alt = event.altKey ? "alt+" : "";
  // a sign like `?` needs Shift on some keyboards and not on others
  const shift = event.shiftKey && (!letter || /\p{L}/u.test(key)) ? "shift+" : "";
  return `${mod}${alt}${shift}${letter ? key.toLowerCase() : key}`;
}

/** While Korean is typed, the key of `q` is `ㅂ`, or `Process`: then its place says which it is. */
function latin({ key, code = "" }: Pressed): string {
  const foreign = key === "Process" || (key.length === 1 && /(?!\p{Script=Latin})\p{L}/u.test(key));
  const at = foreign ? /^Key([A-Z])$/.exec(code) : null;
  return at?.[1]?.toLowerCase() ?? key;
}

let silent = 0;

/** No key is heard while the component is shown: the gate is closed over what is open. */
export function useSilence(): void {
  useEffect(() => {
    silent += 1;
    return () => {
      silent -= 1;
    };
  }, []);
}

/** Runs the command of a key; with a modifier also while a person types. Call once. */
export function followKeys(): void {
  addEventListener("keydown", (event) => {
    if (silent > 0 || event.defaultPrevented || event.isComposing) return;
    const keys = keysOf(event);
    const target = event.target as HTMLElement;
    if (!keys.startsWith("mod+") && target.matches?.(TYPING)) return;
    // radio buttons and sliders move by arrow keys of their own accord
    if (event.key.startsWith("Arrow") && target.matches?.("input")) return;
    const inDialog = isInDialog();
    const found = shown.findLast(
      (command) => command.keys === keys && !command.disabled && isHeard(command, inDialog),
    );
    if (!found) return;
    event.preventDefault();
    found.run();
  });
}
