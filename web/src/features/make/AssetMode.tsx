// How it is given, and what each way does to its pixels.
import { useId } from "react";
import { useWords } from "@/shared/words/words";
import type { Setting } from "./AssetCard";
import { BLENDS } from "./assetUse";
import { useForm } from "./form";

export function AssetMode({ use, set, place }: Setting & { place: number }) {
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
      <Resampled use={use} set={set} place={place} />
    </fieldset>
  );
}

/** What stands in the way of every pixel, and how to have it out. */
function Resampled({ use, set, place }: Setting & { place: number }) {
  const say = useWords();
  const { placed } = useForm();
  if (use.blend !== "exact" || !placed[place]?.resampled) return null;
  return (
    <div className="mt-2 rounded-lg bg-sunk px-2.5 py-2 text-xs leading-snug">
      <p>{say("make.given.whole.about")}</p>
      <button
        type="button"
        className="chip mt-1.5"
        onClick={() => set({ scale: "100", rotate: "0", tilt: "none" })}
      >
        {say("make.given.whole")}
      </button>
    </div>
  );
}
