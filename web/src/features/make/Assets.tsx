// Brand pictures that are placed byte for byte, where the model can.
import { Check } from "lucide-react";
import { Board } from "@/shared/ui/Board";
import { useWords } from "@/shared/words/words";
import { type Asset, useAssets } from "./api";
import { MOST } from "./draft";
import { Group } from "./Field";
import { useForm } from "./form";

export function Assets() {
  const say = useWords();
  const { draft, change, model } = useForm();
  const deaf = model?.capabilities?.assets === false;
  const assets = useAssets(!deaf).data ?? [];
  const offered = new Set([...assets.flatMap(namesOf), ...draft.assets]);
  const toggle = (name: string) =>
    change({
      assets: draft.assets.includes(name)
        ? draft.assets.filter((other) => other !== name)
        : [...draft.assets, name],
    });
  const about = deaf
    ? "make.assets.not"
    : offered.size > 0
      ? "make.assets.about"
      : "make.assets.none";
  return (
    <Group name="assets" label={say("make.assets")} hint={say(about)}>
      <ul className="grid grid-cols-3 gap-2 empty:hidden">
        {[...offered].map((name) => (
          <Choice
            key={name}
            name={name}
            picture={pictureOf(assets, name)}
            chosen={draft.assets.includes(name)}
            // one that is chosen can always be left out again
            closed={deaf || draft.assets.length >= MOST.assets}
            toggle={() => toggle(name)}
          />
        ))}
      </ul>
    </Group>
  );
}

/** An asset by itself, and each further variant by its own name. */
function namesOf({ id, variants = [] }: Asset): string[] {
  const shown = variants.filter(({ hidden }) => !hidden);
  return shown.length > 1 ? shown.map((variant) => `${id}:${variant.id}`) : [id];
}

function pictureOf(assets: Asset[], name: string): string | null {
  const [id, variant] = name.split(":");
  const variants = assets.find((asset) => asset.id === id)?.variants ?? [];
  const found = variant ? variants.find((item) => item.id === variant) : variants[0];
  return found?.thumb ?? null;
}

type Props = {
  name: string;
  picture: string | null;
  chosen: boolean;
  closed: boolean;
  toggle: () => void;
};

function Choice({ name, picture, chosen, closed, toggle }: Props) {
  return (
    <li>
      <label className="frame relative block rounded-xl has-checked:ring-2 has-checked:ring-ink has-disabled:opacity-50">
        <input
          type="checkbox"
          className="unseen"
          checked={chosen}
          disabled={closed && !chosen}
          onChange={toggle}
        />
        <Board className="aspect-[3/2] overflow-hidden rounded-xl ring-1 ring-line [--cell:6px]">
          {picture && (
            <img
              src={picture}
              alt=""
              loading="lazy"
              decoding="async"
              className="size-full object-contain p-2"
            />
          )}
        </Board>
        <span className="block truncate px-1 pt-1 text-xs">{name}</span>
        {chosen && (
          <Check
            aria-hidden
            className="absolute -top-1 -right-1 size-5 rounded-full bg-ink p-1 text-paper"
            strokeWidth={3}
          />
        )}
      </label>
    </li>
  );
}
