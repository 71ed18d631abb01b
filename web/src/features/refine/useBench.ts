// All that the parts round the canvas share: strokes, tools, what is picked and what is asked.
import { type RefObject, useRef, useState } from "react";
import { announce } from "@/shared/announce";
import type { Candidate } from "@/shared/api";
import { useWords } from "@/shared/words/words";
import type { Refine } from "./api";
import type { CanvasHandle } from "./RembgRefineCanvas";
import {
  added,
  changed,
  current,
  type Edits,
  hasRoom,
  redone,
  removed,
  type Stroke,
  undone,
} from "./strokes";
import { begunTools, type Tools } from "./tools";
import { type Desk, useEdits } from "./useEdits";

export type Bench = {
  desk: Desk;
  tools: Tools;
  turn: (next: (tools: Tools) => Tools) => void;
  /** The stroke that was picked in the list. */
  picked: Stroke | null;
  pick: (stroke: Stroke | null) => void;
  /** Takes a stroke that was drawn; false where there is no room for it. */
  draw: (stroke: Stroke) => boolean;
  remove: (stroke: Stroke) => void;
  undo: () => void;
  redo: () => void;
  reset: () => void;
  /** No more strokes fit; said until one was removed. */
  full: boolean;
  /** Whether the matte is shown as it was before any stroke. */
  before: boolean;
  look: (before: boolean) => void;
  asking: "leave" | "reset" | null;
  ask: (question: "leave" | "reset" | null) => void;
  canvas: RefObject<CanvasHandle | null>;
};

export function useBench(
  jobId: string,
  candidate: Candidate,
  refine: Refine,
  renew: () => Promise<Refine | undefined>,
): Bench {
  const desk = useEdits(jobId, candidate.index, refine, candidate.refined, renew);
  const [tools, turn] = useState(() => begunTools(refine));
  const [asking, ask] = useState<Bench["asking"]>(null);
  const [before, look] = useState(false);
  const canvas = useRef<CanvasHandle>(null);
  return { desk, tools, turn, before, look, asking, ask, canvas, ...useStrokes(desk) };
}

type Acts = "picked" | "pick" | "draw" | "remove" | "undo" | "redo" | "reset" | "full";

/** What is done to the list of strokes, each told to screen readers. */
function useStrokes({ strokes, edits, change }: Desk): Pick<Bench, Acts> {
  const say = useWords();
  const [picked, pick] = useState<Stroke | null>(null);
  const [full, fill] = useState(false);
  const become = (next: (edits: Edits) => Edits, said: string) => {
    fill(false);
    pick(null);
    change(next);
    announce(said);
  };
  const step = (next: (edits: Edits) => Edits, said: "refine.undone" | "refine.redone") =>
    become(next, say(said, { count: current(next(edits)).length }));
  const draw = (stroke: Stroke): boolean => {
    const fits = hasRoom(strokes, stroke);
    const [tool, kind] = [say(`refine.${stroke.tool}`), say(`refine.${stroke.kind}`)];
    const number = strokes.length + 1;
    if (fits) {
      become((now) => added(now, stroke), say("refine.stroke.drawn", { tool, kind, number }));
    }
    fill(!fits);
    return fits;
  };
  const remove = (stroke: Stroke) => {
    const place = strokes.indexOf(stroke);
    const said = say("refine.stroke.removed", { number: place + 1 });
    become((now) => removed(now, place), said);
  };
  return {
    picked: picked && strokes.includes(picked) ? picked : null,
    pick,
    draw,
    remove,
    undo: () => step(undone, "refine.undone"),
    redo: () => step(redone, "refine.redone"),
    reset: () => become((now) => changed(now, []), say("refine.strokes.none")),
    full,
  };
}
