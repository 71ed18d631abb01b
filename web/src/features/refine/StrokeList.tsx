// The strokes one by one: picked to see where they are, removed when they are not wanted.
import { Trash2 } from "lucide-react";
import { memo, useEffect, useId, useRef } from "react";
import { useWords } from "@/shared/words/words";
import { idOf, type Stroke } from "./strokes";
import { SIGNS } from "./ToolPanel";
import type { Bench } from "./useBench";

export function StrokeList({ bench }: { bench: Bench }) {
  const say = useWords();
  const title = useId();
  const { desk, picked, pick, remove, ask, full } = bench;
  const { strokes } = desk;
  return (
    <section aria-labelledby={title} className="grid gap-2">
      <div className="flex min-h-8 items-center gap-2">
        <h2 id={title} className="font-semibold">
          {say("refine.strokes")}
        </h2>
        <span className="text-quiet text-sm tabular-nums">{strokes.length || ""}</span>
        {strokes.length > 0 && (
          <button
            type="button"
            className="ml-auto min-h-8 rounded-lg px-2 text-quiet text-sm hover:bg-sunk hover:text-ink"
            onClick={() => ask("reset")}
          >
            {say("refine.reset")}
          </button>
        )}
      </div>
      {full && (
        <p role="alert" className="rounded-lg bg-bad/10 px-3 py-2 text-sm">
          {say("refine.strokes.full")}
        </p>
      )}
      {strokes.length === 0 ? (
        <p className="text-quiet text-sm">{say("refine.strokes.none")}</p>
      ) : (
        <Rows strokes={strokes} picked={picked} pick={pick} remove={remove} />
      )}
    </section>
  );
}

type RowsProps = Pick<Bench, "picked" | "pick" | "remove"> & { strokes: readonly Stroke[] };

/** The newest is on top, where the eye is. */
function Rows({ strokes, picked, pick, remove }: RowsProps) {
  const group = useId();
  const latest = useRef({ pick, remove });
  useEffect(() => {
    latest.current = { pick, remove };
  });
  return (
    <ol reversed className="-mx-2 grid max-h-64 overflow-y-auto">
      {strokes
        .map((stroke, at) => (
          <Row
            key={idOf(stroke)}
            group={group}
            stroke={stroke}
            number={at + 1}
            chosen={stroke === picked}
            acts={latest}
          />
        ))
        .reverse()}
    </ol>
  );
}

type RowProps = {
  group: string;
  stroke: Stroke;
  number: number;
  chosen: boolean;
  acts: { current: Pick<Bench, "pick" | "remove"> };
};

const Row = memo(function Row({ group, stroke, number, chosen, acts }: RowProps) {
  const say = useWords();
  const [Does, With] = [SIGNS[stroke.tool], SIGNS[stroke.kind]];
  return (
    <li className="flex items-center rounded-lg has-checked:bg-sunk">
      <label className="relative flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-lg px-2 text-sm has-focus-visible:outline-2 has-focus-visible:outline-accent">
        <input
          type="radio"
          className="unseen"
          name={group}
          checked={chosen}
          onChange={() => acts.current.pick(stroke)}
        />
        <span className="w-6 text-right text-quiet tabular-nums">{number}</span>
        <Does aria-hidden className="size-4 shrink-0 text-quiet" />
        <span>{say(`refine.${stroke.tool}`)}</span>
        <With aria-hidden className="ml-1 size-4 shrink-0 text-quiet" />
        <span className="truncate text-quiet tabular-nums">
          {stroke.kind === "brush" ? `${stroke.size} px` : say("refine.lasso")}
        </span>
      </label>
      {chosen && (
        <button
          type="button"
          className="icon"
          aria-label={say("refine.stroke.remove")}
          title={say("refine.stroke.remove")}
          onClick={() => acts.current.remove(stroke)}
        >
          <Trash2 aria-hidden className="size-4" />
        </button>
      )}
    </li>
  );
});
