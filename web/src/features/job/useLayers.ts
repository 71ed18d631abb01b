// Which layers of the candidate are shown; it holds while one goes through candidates.
import { useEffect, useRef, useState } from "react";
import { announce } from "@/shared/announce";
import type { Candidate } from "@/shared/api";
import { useWords } from "@/shared/words/words";
import { type Sheet, type View, viewsOf } from "./sheets";

export type Layering = {
  next: (() => void) | undefined;
  peek: (() => void) | undefined;
  peekName: string;
};

/** `begins` is called when layers take the place of the finished picture. */
export function useLayers(candidate: Candidate, begins: () => void) {
  const say = useWords();
  const [wanted, setWanted] = useState<View>();
  const views = viewsOf(candidate);
  const all = [...views.keys()];
  // what there is not for this candidate gives way to the picture
  const view = wanted && (views.has(wanted) ? wanted : "flat");
  const other = all.find((one): one is "exact" | "lit" => one === "exact" || one === "lit");
  const choose = (chosen: View) => {
    begins();
    setWanted(chosen);
    announce(say(`layers.${chosen}`));
  };
  const peek = usePeek(() => {
    choose(view === other ? "flat" : (other ?? "flat"));
    return () => (view ? choose(view) : setWanted(undefined));
  });
  const end = () => setWanted(undefined);
  const some = all.length > 0;
  return {
    end,
    toggle: some ? () => (view ? end() : choose("flat")) : undefined,
    next: some
      ? () => choose(all[(all.indexOf(view ?? "flat") + 1) % all.length] ?? "flat")
      : undefined,
    peek: other && peek,
    peekName: say(other === "lit" ? "layers.lit.about" : "layers.exact.about"),
    bar: some && view ? { all, view, choose } : undefined,
    shown: shown(view, views.get(view ?? "flat"), view ? say(`layers.${view}`) : ""),
  };
}

const shown = (view: View | undefined, sheets: Sheet[] | undefined, name: string) =>
  view && view !== "flat" && sheets ? { name, sheets } : undefined;

const HOLD_MS = 350;

/** A change by key: a short press does it for good, a long one only while the key is held. `change`
 * gives what undoes it. */
function usePeek(change: () => () => void): () => void {
  const pressed = useRef<{ since: number; repeats: boolean; undo?: () => void }>(undefined);
  useEffect(() => {
    const ending = new AbortController();
    // before those who follow keys
    const options = { capture: true, signal: ending.signal };
    const down = ({ repeat, timeStamp }: KeyboardEvent) => {
      if (repeat && pressed.current) pressed.current.repeats = true;
      else pressed.current = { since: timeStamp, repeats: false };
    };
    const up = ({ timeStamp }: KeyboardEvent) => {
      const key = pressed.current;
      pressed.current = undefined;
      if (key?.undo && timeStamp - key.since > HOLD_MS) key.undo();
    };
    addEventListener("keydown", down, options);
    addEventListener("keyup", up, options);
    return () => ending.abort();
  }, []);
  return () => {
    if (pressed.current?.repeats) return;
    const undo = change();
    if (pressed.current) pressed.current.undo = undo;
  };
}
