// Every key of the brush, as commands that the palette and the sheet of shortcuts list too.
import { type Command, useCommands } from "@/shared/commands";
import type { Key } from "@/shared/words/en";
import { useWords } from "@/shared/words/words";
import { canRedo, canUndo } from "./strokes";
import { harder, nextView, otherKind, resized, set, stronger, swapped, type Tools } from "./tools";
import type { Bench } from "./useBench";

const FAR_PX = 10;
/** How far Space with an arrow moves the picture, in pixels of the device. */
const PAN_PX = 80;

const ARROWS = [
  ["left", "ArrowLeft", -1, 0],
  ["right", "ArrowRight", 1, 0],
  ["up", "ArrowUp", 0, -1],
  ["down", "ArrowDown", 0, 1],
] as const;

type State = {
  bench: Bench;
  /** Whether the canvas has the keyboard: else arrows and Enter belong to what has it. */
  focused: boolean;
  hand: boolean;
};

export function useRefineCommands({ bench, focused, hand }: State): void {
  const say = useWords();
  const { asking } = bench;
  const entries = [...acts(bench), ...brushes(bench), ...views(bench), ...moves(bench, hand)];
  useCommands(
    entries.map(({ id, keys, off, onCanvas, run }): Command => {
      const disabled = asking !== null || off === true || (onCanvas === true && !focused);
      const name = say(id);
      return { id, name, group: "refine", modal: true, disabled, run, ...(keys && { keys }) };
    }),
  );
}

type Entry = { id: Key; keys?: string; off?: boolean; onCanvas?: boolean; run: () => void };

function acts({ desk, picked, remove, undo, redo, ask }: Bench): Entry[] {
  const { edits, strokes, unsaved, saving, foreign } = desk;
  return [
    {
      id: "refine.save",
      keys: "mod+s",
      off: !unsaved || saving || foreign,
      run: () => desk.save(),
    },
    { id: "refine.undo", keys: "mod+z", off: !canUndo(edits), run: undo },
    { id: "refine.redo", keys: "mod+shift+z", off: !canRedo(edits), run: redo },
    {
      id: "refine.stroke.remove",
      keys: "Delete",
      off: !picked,
      run: () => picked && remove(picked),
    },
    { id: "refine.reset", off: strokes.length === 0, run: () => ask("reset") },
  ];
}

function brushes({ turn }: Bench): Entry[] {
  const to = (id: Key, keys: string, next: (tools: Tools) => Tools): Entry => ({
    id,
    keys,
    run: () => turn(next),
  });
  return [
    to("refine.swap", "x", swapped),
    to("refine.kind", "l", otherKind),
    to("refine.smaller", "[", (tools) => resized(tools, false)),
    to("refine.larger", "]", (tools) => resized(tools, true)),
    to("refine.softer", "{", (tools) => harder(tools, false)),
    to("refine.harder", "}", (tools) => harder(tools, true)),
    to("refine.fainter", "i", (tools) => stronger(tools, false)),
    to("refine.stronger", "o", (tools) => stronger(tools, true)),
    to("refine.pressure.switch", "p", (tools) => set(tools, { pressure: !tools.brush.pressure })),
  ];
}

function views({ turn, look, canvas }: Bench): Entry[] {
  return [
    { id: "refine.view.next", keys: "v", run: () => turn(nextView) },
    { id: "refine.before.hold", keys: "h", run: () => look(true) },
    { id: "refine.zoom.in", keys: "+", run: () => canvas.current?.step(true) },
    { id: "refine.zoom.out", keys: "-", run: () => canvas.current?.step(false) },
    { id: "refine.zoom.fit", keys: "0", run: () => canvas.current?.fit() },
    { id: "refine.zoom.actual", keys: "1", run: () => canvas.current?.actual() },
  ];
}

function moves({ canvas }: Bench, hand: boolean): Entry[] {
  const go = (x: number, y: number, px: number) => () => {
    if (hand) canvas.current?.pan({ x: -x * PAN_PX, y: -y * PAN_PX });
    else canvas.current?.move(x * px, y * px);
  };
  const onCanvas = true;
  const near = ARROWS.map(
    ([way, keys, x, y]): Entry => ({ id: `refine.move.${way}`, keys, onCanvas, run: go(x, y, 1) }),
  );
  const far = ARROWS.map(([way, key, x, y]): Entry => {
    const run = go(x, y, FAR_PX);
    return { id: `refine.move.far.${way}`, keys: `shift+${key}`, onCanvas, run };
  });
  const dab: Entry = {
    id: "refine.dab",
    keys: "Enter",
    onCanvas,
    run: () => canvas.current?.dab(),
  };
  return [...near, ...far, dab];
}
