// How it is given, and what each way does to its pixels.
import { useId } from "react";
import { useWords } from "@/shared/words/words";
import type { Setting } from "./AssetCard";
import { BLENDS } from "./assetUse";

export function AssetMode({ use, set }: Setting) {
  const say = useWords();
  const group = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium text-[0.8125rem]">{say("make.blend")}</legend>
      <div className="grid gap-0.5">
        {BLENDS.map((blend) => (
          <label
            key={blend}
            className="frame relative -mx-1 flex items-start gap-2 rounded-lg px-1 py-1 hover:bg-sunk"
          >
            <input
              type="radio"
              className="mt-0.5 size-4 shrink-0 accent-ink"
              name={group}
              checked={use.blend === blend}
              onChange={() => set({ blend })}
              aria-describedby={`${group}${blend}`}
              aria-label={say(`make.blend.${blend}`)}
            />
            <span className="min-w-0 leading-snug">
              <span className="block text-[0.8125rem]">{say(`make.blend.${blend}`)}</span>
              <span id={`${group}${blend}`} className="block text-quiet text-xs">
                {say(`make.blend.${blend}.about`)}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
