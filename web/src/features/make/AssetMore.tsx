// What most people leave as it is: how it stands to the objects, its size, its turn, its tilt.
import { ChevronRight, RotateCcw, RotateCw } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { useLanguage } from "@/shared/preferences";
import { type Say, useWords } from "@/shared/words/words";
import type { Setting } from "./AssetCard";
import { useAssets } from "./api";
import { type AssetUse, neat, numberOf, STANDS, TILTS } from "./assetUse";
import { Standing, Tilted } from "./drawings";
import { partsOf } from "./faults";
import { useForm } from "./form";
import { heldBy } from "./library";
import { Small } from "./Small";

const STEP = 5; // degrees
const MOST_TURNED = 180;

export function AssetMore({ use, set, place }: Setting & { place: number }) {
  const say = useWords();
  const { faults } = useForm();
  const faulty = partsOf(faults.assets, place).some((part) => FOLDED.includes(part));
  const fold = useRef<HTMLDetailsElement>(null);
  // once it was opened it is the person's to close
  useEffect(() => {
    if (faulty && fold.current) fold.current.open = true;
  }, [faulty]);
  return (
    <details ref={fold} className="group/more border-line border-t">
      <summary className="flex min-h-9 list-none items-center gap-1.5 font-medium text-[0.8125rem] [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-3.5 text-quiet group-open/more:rotate-90 motion-safe:transition-transform"
        />
        {say("make.assets.more")}
        <span className="ml-auto truncate font-normal text-quiet text-xs tabular-nums group-open/more:hidden">
          {summary(use, say)}
        </span>
      </summary>
      <div className="grid gap-4 pt-1">
        <Stands use={use} set={set} />
        <Size use={use} set={set} place={place} />
        <Turn use={use} set={set} />
        <Tilts use={use} set={set} />
      </div>
    </details>
  );
}

const FOLDED = ["scale", "rotate", "tilt", "stand"];

/** Everything that is folded away, in short. */
function summary({ stand, scale, rotate, tilt }: AssetUse, say: Say): string {
  return [
    say(`make.stand.${stand}`),
    scale.trim() ? `${scale.replace("%", "").trim()} %` : say("make.scale.auto"),
    ...(rotate.trim() && numberOf(rotate) !== 0 ? [`${rotate}°`] : []),
    ...(tilt !== "none" ? [say(`make.tilt.${tilt}`)] : []),
  ].join(" · ");
}

type TilesProps<Value extends string> = {
  legend: string;
  hint?: string;
  values: readonly Value[];
  chosen: Value;
  choose: (value: Value) => void;
  name: (value: Value) => string;
  drawing: (value: Value) => ReactNode;
};

/** One of four, each with a small drawing. */
function Tiles<Value extends string>(props: TilesProps<Value>) {
  const { legend, hint, values, chosen, choose, name, drawing } = props;
  const group = useId();
  return (
    <fieldset aria-describedby={hint && `${group}hint`}>
      <legend className="mb-1 font-medium text-[0.8125rem]">{legend}</legend>
      <div className="grid grid-cols-4 gap-1.5">
        {values.map((value) => (
          <label
            key={value}
            className="frame relative grid min-w-0 place-items-center content-start gap-1 rounded-lg border border-line px-0.5 py-1.5 text-center text-quiet text-xs leading-tight has-checked:border-ink has-checked:text-ink"
          >
            <input
              type="radio"
              className="unseen"
              name={group}
              checked={value === chosen}
              onChange={() => choose(value)}
            />
            {drawing(value)}
            {name(value)}
          </label>
        ))}
      </div>
      {hint && (
        <p id={`${group}hint`} className="mt-1 text-quiet text-xs leading-snug">
          {hint}
        </p>
      )}
    </fieldset>
  );
}

function Stands({ use, set }: Setting) {
  const say = useWords();
  return (
    <Tiles
      legend={say("make.stand")}
      hint={say(`make.stand.${use.stand}.about`)}
      values={STANDS}
      chosen={use.stand}
      choose={(stand) => set({ stand })}
      name={(stand) => say(`make.stand.${stand}`)}
      drawing={(stand) => <Standing stand={stand} />}
    />
  );
}

function Tilts({ use, set }: Setting) {
  const say = useWords();
  return (
    <Tiles
      legend={say("make.tilt")}
      values={TILTS}
      chosen={use.tilt}
      choose={(tilt) => set({ tilt })}
      name={(tilt) => say(`make.tilt.${tilt}`)}
      drawing={(tilt) => <Tilted tilt={tilt} />}
    />
  );
}

/** As large as its place allows, or a share of its own size; it never becomes larger than it is. */
function Size({ use, set, place }: Setting & { place: number }) {
  const say = useWords();
  const language = useLanguage();
  const { placed, faults } = useForm();
  const group = useId();
  const least = heldBy(useAssets(true).data ?? [], use.asset)?.asset.min_scale;
  const own = use.scale !== "";
  const fits = neat(Math.floor((placed[place]?.scale ?? 1) * 100));
  const percent = new Intl.NumberFormat(language, { style: "percent" });
  const about = least ? say("make.scale.about", { least: percent.format(least) }) : "";
  return (
    <fieldset aria-describedby={`${group}hint`}>
      <legend className="mb-1 font-medium text-[0.8125rem]">{say("make.scale")}</legend>
      <div className="flex flex-wrap items-center gap-2">
        <span className="seg grow">
          {[false, true].map((chosen) => (
            <label key={String(chosen)} className="min-h-8! flex-1 px-2! text-center">
              <input
                type="radio"
                className="unseen"
                name={group}
                checked={own === chosen}
                onChange={() => set({ scale: chosen ? fits : "" })}
              />
              {say(chosen ? "make.scale.own" : "make.scale.auto")}
            </label>
          ))}
        </span>
        {own && (
          <Typed
            label={say("make.scale")}
            unit="%"
            value={use.scale}
            set={(scale) => set({ scale: scale || " " })}
            faulty={partsOf(faults.assets, place).includes("scale")}
          />
        )}
      </div>
      <p id={`${group}hint`} className="mt-1 text-quiet text-xs leading-snug">
        {about}
      </p>
    </fieldset>
  );
}

function Turn({ use, set }: Setting) {
  const say = useWords();
  const turn = (by: number) => {
    const to = (numberOf(use.rotate) ?? 0) + by;
    // what goes past half a turn comes from the other side
    set({ rotate: neat(to > MOST_TURNED ? to - 360 : to < -MOST_TURNED ? to + 360 : to) });
  };
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-[0.8125rem]">{say("make.rotate")}</legend>
      <div className="flex items-center gap-2">
        <Small label={say("make.rotate.left", { step: STEP })} act={() => turn(-STEP)}>
          <RotateCcw aria-hidden className="size-4" />
        </Small>
        <Typed
          label={say("make.rotate")}
          unit="°"
          value={use.rotate}
          set={(rotate) => set({ rotate })}
        />
        <Small label={say("make.rotate.right", { step: STEP })} act={() => turn(STEP)}>
          <RotateCw aria-hidden className="size-4" />
        </Small>
        {numberOf(use.rotate) !== 0 && (
          <button type="button" className="chip" onClick={() => set({ rotate: "0" })}>
            {say("make.rotate.none")}
          </button>
        )}
      </div>
    </fieldset>
  );
}

type TypedProps = {
  label: string;
  unit: string;
  value: string;
  set: (text: string) => void;
  faulty?: boolean;
};

/** A number with its unit behind it. */
function Typed({ label, unit, value, set, faulty = false }: TypedProps) {
  return (
    <span className="relative">
      <input
        inputMode="decimal"
        maxLength={8}
        aria-label={label}
        aria-invalid={faulty || undefined}
        value={value.trim()}
        onChange={(event) => set(event.target.value)}
        className="field w-24 pr-7! text-right tabular-nums aria-invalid:border-bad"
      />
      <span
        aria-hidden
        className="absolute inset-y-0 right-3 grid place-items-center text-quiet text-sm"
      >
        {unit}
      </span>
    </span>
  );
}
