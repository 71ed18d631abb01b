// What the brush does, how large and how soft it is.
import {
  Brush as BrushSign,
  CirclePlus,
  Eraser,
  Lasso,
  type LucideIcon,
  PenTool,
} from "lucide-react";
import { type ReactNode, useId } from "react";
import { useLanguage } from "@/shared/preferences";
import { useWords } from "@/shared/words/words";
import type { Refine } from "./api";
import type { Brush } from "./painter";
import { percent } from "./percent";
import { set, slid, slidTo } from "./tools";
import type { Bench } from "./useBench";

type Named = "restore" | "erase" | "brush" | "lasso";
export const SIGNS: Record<Named, LucideIcon> = {
  restore: CirclePlus,
  erase: Eraser,
  brush: BrushSign,
  lasso: Lasso,
};

export function ToolPanel({ bench, refine }: { bench: Bench; refine: Refine }) {
  const say = useWords();
  const { tools, turn } = bench;
  return (
    <section className="grid gap-4">
      <Pair
        label={say("refine.does")}
        options={["erase", "restore"] as const}
        chosen={tools.brush.tool}
        choose={(tool) => turn((now) => set(now, { tool }))}
      />
      <Pair
        label={say("refine.with")}
        options={["brush", "lasso"] as const}
        chosen={tools.brush.kind}
        choose={(kind) => turn((now) => set(now, { kind }))}
      />
      <Sliders bench={bench} />
      <p className="text-quiet text-sm">{say(limitOf(refine))}</p>
    </section>
  );
}

/** How large, soft and strong it is; a lasso has no size. */
function Sliders({ bench: { tools, turn } }: { bench: Bench }) {
  const say = useWords();
  const language = useLanguage();
  const { kind, size, hardness, opacity, pressure } = tools.brush;
  const change = (next: Partial<Brush>) => turn((now) => set(now, next));
  const brush = kind === "brush";
  return (
    <div className="grid gap-3">
      {brush && (
        <>
          <Slider
            label={say("refine.size")}
            shown={`${size} px`}
            value={slid(size)}
            change={(share) => change({ size: slidTo(share) })}
          />
          <Slider
            label={say("refine.hardness")}
            shown={percent(hardness, language)}
            value={hardness}
            change={(share) => change({ hardness: share })}
          />
        </>
      )}
      <Slider
        label={say("refine.opacity")}
        shown={percent(opacity, language)}
        value={opacity}
        least={0.05}
        change={(share) => change({ opacity: share })}
      />
      {brush && (
        <label className="flex min-h-7 items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={pressure}
            onChange={(event) => change({ pressure: event.target.checked })}
          />
          <PenTool aria-hidden className="size-4 text-quiet" />
          {say("refine.pressure")}
        </label>
      )}
    </div>
  );
}

/** What restoring can give back for this picture. */
function limitOf({ limit, background }: Refine) {
  if (limit) return "refine.limit.native";
  return background ? "refine.limit.ground" : "refine.limit.none";
}

type PairProps<Value extends Named> = {
  label: string;
  options: readonly Value[];
  chosen: Value;
  choose: (value: Value) => void;
};

/** One of two, as large as a finger on a tablet. */
function Pair<Value extends Named>({
  label,
  options,
  chosen,
  choose,
}: PairProps<Value>): ReactNode {
  const say = useWords();
  const group = useId();
  return (
    <fieldset className="seg grid! auto-cols-fr grid-flow-col">
      <legend className="sr-only">{label}</legend>
      {options.map((value) => {
        const Sign: LucideIcon = SIGNS[value];
        return (
          <label key={value} className="flex! min-h-10! items-center justify-center gap-2">
            <input
              type="radio"
              className="unseen"
              name={group}
              checked={value === chosen}
              onChange={() => choose(value)}
            />
            <Sign aria-hidden className="size-4" />
            {say(`refine.${value}`)}
          </label>
        );
      })}
    </fieldset>
  );
}

type SliderProps = {
  label: string;
  shown: string;
  /** From 0 to 1. */
  value: number;
  least?: number;
  change: (value: number) => void;
};

function Slider({ label, shown, value, least = 0, change }: SliderProps) {
  const id = useId();
  return (
    <div className="grid gap-1 text-sm">
      <div className="flex items-baseline justify-between">
        <label htmlFor={id}>{label}</label>
        <output htmlFor={id} className="font-medium tabular-nums">
          {shown}
        </output>
      </div>
      <input
        id={id}
        type="range"
        className="h-6 w-full accent-accent"
        min={least}
        max={1}
        step={0.01}
        value={value}
        aria-valuetext={shown}
        onChange={(event) => change(event.target.valueAsNumber)}
      />
    </div>
  );
}
