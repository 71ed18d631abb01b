// Above the canvas: back and forth, what is seen, saving, and the way out.
import { Check, Eye, LoaderCircle, Redo2, Undo2, X } from "lucide-react";
import type { ReactNode } from "react";
import { Segments } from "@/shared/ui/Segments";
import { useWords } from "@/shared/words/words";
import { VIEWS } from "./paint";
import { canRedo, canUndo } from "./strokes";
import type { Bench } from "./useBench";

type Props = { bench: Bench; number: number; concept: string; leave: () => void };

export function TopBar({ bench, number, concept, leave }: Props) {
  const say = useWords();
  const { desk, tools, turn, undo, redo } = bench;
  return (
    <header className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-panel px-3 py-1.5">
      <div className="mr-auto min-w-0 pl-1">
        <p className="truncate font-semibold leading-tight">{say("refine.title", { number })}</p>
        <p className="truncate text-quiet text-xs">{concept}</p>
      </div>
      <div className="flex items-center max-sm:order-1">
        <Act label={say("refine.undo")} off={!canUndo(desk.edits)} act={undo}>
          <Undo2 aria-hidden className="size-4.5" />
        </Act>
        <Act label={say("refine.redo")} off={!canRedo(desk.edits)} act={redo}>
          <Redo2 aria-hidden className="size-4.5" />
        </Act>
      </div>
      <div className="contents max-sm:order-3 max-sm:flex max-sm:w-full max-sm:items-center max-sm:justify-between">
        <Segments
          label={say("refine.view")}
          chosen={tools.shown}
          choose={(shown) => turn((now) => ({ ...now, shown }))}
          options={VIEWS.map((value) => ({
            value,
            name: say(`refine.view.${value}`),
            shown: say(`refine.view.${value}.short`),
          }))}
        />
        <Before bench={bench} />
        <Save bench={bench} />
      </div>
      <div className="max-sm:order-2">
        <Act label={say("refine.close")} act={leave}>
          <X aria-hidden className="size-4.5" />
        </Act>
      </div>
    </header>
  );
}

/** Held it shows the matte before any stroke; by keyboard it stays until it is pressed again. */
function Before({ bench }: { bench: Bench }) {
  const say = useWords();
  const { before, look, desk } = bench;
  return (
    <button
      type="button"
      className="button"
      aria-pressed={before}
      title={say("refine.before.hold")}
      disabled={desk.strokes.length === 0}
      onPointerDown={() => look(true)}
      onPointerUp={() => look(false)}
      onPointerCancel={() => look(false)}
      onPointerLeave={() => look(false)}
      // a key gives no pointer events, and a click with detail 0
      onClick={(event) => event.detail === 0 && look(!before)}
    >
      <Eye aria-hidden className="size-4" />
      <span className="max-sm:sr-only">{say("refine.before")}</span>
    </button>
  );
}

function Save({ bench: { desk } }: { bench: Bench }) {
  const say = useWords();
  const { unsaved, saving, foreign, done } = desk;
  return (
    <>
      <span className="flex items-center gap-1.5 text-quiet text-sm max-lg:sr-only">
        {done && <Check aria-hidden className="size-4 text-good" />}
        {!saving && (done ? say("refine.saved") : unsaved && say("refine.unsaved"))}
      </span>
      <button
        type="button"
        className="button"
        data-kind="first"
        disabled={!unsaved || saving || foreign}
        onClick={() => desk.save()}
      >
        {saving && <LoaderCircle aria-hidden className="size-4 motion-safe:animate-spin" />}
        {say("refine.save")}
      </button>
    </>
  );
}

type ActProps = { label: string; off?: boolean; act: () => void; children: ReactNode };

function Act({ label, off = false, act, children }: ActProps) {
  return (
    <button
      type="button"
      className="icon disabled:opacity-40"
      aria-label={label}
      title={label}
      disabled={off}
      onClick={act}
    >
      {children}
    </button>
  );
}
