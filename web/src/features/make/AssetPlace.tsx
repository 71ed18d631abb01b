// Where in the frame it should stand: one of nine places, or wherever it fits best.
import { Sparkles } from "lucide-react";
import { type KeyboardEvent, useId } from "react";
import { useWords } from "@/shared/words/words";
import type { Setting } from "./AssetCard";
import { POSITIONS, type Position } from "./assetUse";

const COLUMNS = 3;
const STEPS: Record<string, number> = { ArrowUp: -COLUMNS, ArrowDown: COLUMNS };

export function AssetPlace({ use, set }: Setting) {
  const say = useWords();
  const group = useId();
  const choose = (position: Position) => set({ position });
  return (
    <fieldset onKeyDown={stepRow} className="w-24">
      <legend className="mb-1 font-medium text-[0.8125rem]">{say("make.position")}</legend>
      <div className="grid grid-cols-3 rounded-lg bg-sunk p-0.5">
        {POSITIONS.map((position) => (
          <label
            key={position}
            title={say(`make.position.${position}`)}
            className="frame relative grid h-7 place-items-center rounded-md text-quiet has-checked:bg-ink has-checked:text-paper"
          >
            <input
              type="radio"
              className="unseen"
              name={group}
              data-place={position}
              checked={use.position === position}
              onChange={() => choose(position)}
              aria-label={say(`make.position.${position}`)}
            />
            <span aria-hidden className="size-1.5 rounded-full bg-current" />
          </label>
        ))}
      </div>
      <label className="frame relative mt-1 flex min-h-7 items-center justify-center gap-1 rounded-lg bg-sunk px-1 text-quiet text-xs has-checked:bg-ink has-checked:text-paper">
        <input
          type="radio"
          className="unseen"
          name={group}
          checked={use.position === "auto"}
          onChange={() => choose("auto")}
        />
        <Sparkles aria-hidden className="size-3" />
        {say("make.position.auto")}
      </label>
    </fieldset>
  );
}

/** Up and down go to the row above and below; left and right are the browser's own. */
function stepRow(event: KeyboardEvent<HTMLFieldSetElement>): void {
  const step = STEPS[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLInputElement>("input")];
  const at = all.indexOf(event.target as HTMLInputElement);
  const [auto, last] = [all.length - 1, all.length - 2];
  // from the lowest row, and from "auto" below it, the way goes round
  const to = at === auto ? (step > 0 ? 1 : last - 1) : at + step;
  event.preventDefault();
  const next = all[to < 0 || to > last ? auto : to];
  next?.focus();
  next?.click();
}
