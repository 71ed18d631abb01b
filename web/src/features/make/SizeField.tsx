// The size of the picture: presets as pictures of their ratio, or a width and height of one's own.
import { useId } from "react";
import { useWords } from "@/shared/words/words";
import { type Draft, PRESETS } from "./draft";
import { Faults, Group, useDescribed } from "./Field";
import { useForm } from "./form";

const PIXELS: Record<Draft["size"], string> = {
  "1:1": "1024 × 1024",
  "4:3": "1152 × 864",
  "16:9": "1344 × 768",
  "3:4": "864 × 1152",
  own: "",
};
const RATIOS: Record<Draft["size"], string> = {
  "1:1": "w-6 aspect-square",
  "4:3": "w-7 aspect-[4/3]",
  "16:9": "w-8 aspect-video",
  "3:4": "h-7 aspect-[3/4]",
  own: "w-7 aspect-[4/3] border-dashed",
};

export function SizeField() {
  const say = useWords();
  const { draft, change } = useForm();
  const group = useId();
  return (
    <Group name="size" label={say("make.size")} aside={PIXELS[draft.size]}>
      <div className="grid grid-cols-5 gap-1.5">
        {[...PRESETS, "own" as const].map((size) => (
          <label
            key={size}
            title={PIXELS[size]}
            className="frame relative grid h-16 place-items-center content-center gap-1.5 rounded-xl border border-line bg-panel text-quiet text-xs has-checked:border-ink has-checked:text-ink"
          >
            <input
              type="radio"
              className="unseen"
              name={group}
              checked={draft.size === size}
              onChange={() => change({ size })}
            />
            <span aria-hidden className="grid h-7 place-items-center">
              <span className={`rounded-[3px] border-[1.5px] border-current ${RATIOS[size]}`} />
            </span>
            {size === "own" ? say("make.size.own") : size}
          </label>
        ))}
      </div>
      {draft.size === "own" && (
        <div className="grid grid-cols-2 gap-2">
          <Side name="width" />
          <Side name="height" />
        </div>
      )}
    </Group>
  );
}

function Side({ name }: { name: "width" | "height" }) {
  const say = useWords();
  const { draft, change } = useForm();
  return (
    <div className="grid content-start gap-1">
      <label className="relative">
        <span className="absolute inset-y-0 left-3 grid place-items-center text-quiet text-sm">
          {say(`make.size.${name}`)}
        </span>
        <input
          {...useDescribed(name, false)}
          inputMode="numeric"
          maxLength={6}
          value={draft[name]}
          onChange={(event) => change({ [name]: event.target.value })}
          className="field w-full pr-8! text-right tabular-nums aria-invalid:border-bad"
        />
        <span className="absolute inset-y-0 right-3 grid place-items-center text-quiet text-sm">
          px
        </span>
      </label>
      <Faults name={name} />
    </div>
  );
}
