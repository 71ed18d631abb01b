// All that the parts round the canvas share: strokes, tools, what is picked and what is asked.
import { type RefObject, useCallback, useRef, useState } from "react";
import { announce } from "@/shared/announce";
import type { Candidate } from "@/shared/api";
import { useWords } from "@/shared/words/words";
import type { Refine } from "./api";
import type { CanvasHandle } from "./RembgRefineCanvas";
import { added, changed, current, hasRoom, redone, removed, type Stroke, undone } from "./strokes";
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
  const say = useWords();
  const desk = useEdits(jobId, candidate.index, refine, candidate.refined, renew);
  const [tools, turn] = useState(() => begunTools(refine));
  const [asking, ask] = useState<Bench["asking"]>(null);
  const [picked, pick] = useState<Stroke | null>(null);
  const [before, look] = useState(false);
  const [full, fill] = useState(false);
  const canvas = useRef<CanvasHandle>(null);
  const { strokes, edits, change } = desk;

  const draw = (stroke: Stroke): boolean => {
    const fits = hasRoom(strokes, stroke);
    fill(!fits);
    pick(null);
    if (fits) {
      change((now) => added(now, stroke));
      announce(say("refine.stroke.drawn", spoken(stroke, strokes.length + 1)));
    }
    return fits;
  };
  const spoken = ({ tool, kind }: Stroke, number: number) => ({
    tool: say(`refine.${tool}`),
    kind: say(`refine.${kind}`),
    number,
  });
  const remove = (stroke: Stroke) => {
    const place = strokes.indexOf(stroke);
    fill(false);
    pick(null);
    change((now) => removed(now, place));
    announce(say("refine.stroke.removed", { number: place + 1 }));
  };
  const step = (next: typeof undone, said: "refine.undone" | "refine.redone") => {
    fill(false);
    change(next);
    announce(say(said, { count: current(next(edits)).length }));
  };
  return {
    desk,
    tools,
    turn,
    picked: picked && strokes.includes(picked) ? picked : null,
    pick,
    draw,
    remove,
    undo: () => step(undone, "refine.undone"),
    redo: () => step(redone, "refine.redone"),
    reset: useCallback(() => {
      fill(false);
      change((now) => changed(now, []));
    }, [change]),
    full,
    before,
    look,
    asking,
    ask,
    canvas,
  };
}
