import { useId } from "react";
import { useWords } from "@/shared/words/words";
import type { View } from "./sheets";

type Props = { all: View[]; view: View; choose: (view: View) => void };

/** All of the picture, or one kind of layer alone. */
export function LayerBar({ all, view, choose }: Props) {
  const say = useWords();
  const group = useId();
  const about = all.includes("exact") ? "layers.hold" : "layers.hold.lit";
  const peeks = all.includes("exact") || all.includes("lit");
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <fieldset className="seg flex-wrap">
        <legend className="sr-only">{say("layers.verb")}</legend>
        {all.map((one) => (
          <label key={one} className="px-2.5!">
            <input
              type="radio"
              className="unseen"
              name={group}
              checked={view === one}
              onChange={() => choose(one)}
            />
            {say(`layers.${one}`)}
          </label>
        ))}
      </fieldset>
      {peeks && <p className="text-quiet max-sm:hidden">{say(about)}</p>}
    </div>
  );
}
