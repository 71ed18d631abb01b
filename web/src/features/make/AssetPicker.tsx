// The library as tiles: one for each asset, whatever variants it has.
import { ImagePlus, Layers2, Search } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { useWords } from "@/shared/words/words";
import { type Asset, useAssets } from "./api";
import { plainUse } from "./assetUse";
import { MOST } from "./draft";
import { useForm } from "./form";
import { Ground } from "./Ground";
import { foundIn, heldBy, MANY, variantsOf } from "./library";

/** Where one is registered; that place leads back here. */
const REGISTER = "/assets?for=make";

export function AssetPicker({ id }: { id: string }) {
  const say = useWords();
  const [text, setText] = useState("");
  const assets = foundIn(useAssets(true).data ?? [], "");
  const shown = foundIn(assets, text);
  return (
    <div id={id} className="grid gap-2 rounded-xl border border-line p-2">
      {assets.length > MANY && <Filter text={text} setText={setText} />}
      {shown.length === 0 && text !== "" && (
        <p className="py-4 text-center text-quiet text-sm">{say("make.assets.nothing")}</p>
      )}
      {/* room for the ring around a tile, which would be cut off at the edge of what scrolls */}
      <ul className="-m-1 grid max-h-96 grid-cols-3 gap-2 overflow-y-auto p-1">
        {shown.map((asset) => (
          <Tile key={asset.id} asset={asset} />
        ))}
        <li className="min-w-0">
          <Link
            href={REGISTER}
            className="grid aspect-[3/2] place-items-center content-center gap-1 rounded-xl border border-quiet/60 border-dashed px-1 text-center text-quiet text-xs hover:bg-sunk hover:text-ink"
          >
            <ImagePlus aria-hidden className="size-4" />
            {say("make.assets.add")}
          </Link>
        </li>
      </ul>
    </div>
  );
}

/** What a library is for, to somebody who has none. */
export function Empty() {
  const say = useWords();
  return (
    <div className="grid justify-items-start gap-3 rounded-xl border border-quiet/60 border-dashed p-4">
      <p className="text-sm leading-snug">
        <span className="block font-medium">{say("make.assets.none")}</span>
        <span className="text-quiet">{say("make.assets.none.about")}</span>
      </p>
      <Link href={REGISTER} className="button">
        <ImagePlus aria-hidden className="size-4" />
        {say("make.assets.add")}
      </Link>
    </div>
  );
}

function Filter({ text, setText }: { text: string; setText: (text: string) => void }) {
  const say = useWords();
  return (
    <div className="relative">
      <Search aria-hidden className="absolute top-2.5 left-3 size-4 text-quiet" />
      <input
        type="search"
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
        aria-label={say("make.assets.filter")}
        placeholder={say("make.assets.filter")}
        className="field w-full pl-9!"
      />
    </div>
  );
}

/** A checkbox that is its own picture; of a chosen one that variant is shown, with its number. */
function Tile({ asset }: { asset: Asset }) {
  const say = useWords();
  const { draft, change, activate } = useForm();
  const uses = draft.assets;
  const mine = uses.filter((use) => use.asset.split(":")[0] === asset.id);
  const variants = variantsOf(asset);
  const shown = (mine[0] && heldBy([asset], mine[0].asset)?.variant) ?? variants[0];
  const toggle = () => {
    if (mine.length > 0) return change({ assets: uses.filter((use) => !mine.includes(use)) });
    change({ assets: [...uses, plainUse(asset.id)] });
    activate(asset.id);
  };
  return (
    <li className="min-w-0">
      <label className="frame relative block rounded-xl has-checked:ring-2 has-checked:ring-ink has-disabled:opacity-50">
        <input
          type="checkbox"
          className="unseen"
          checked={mine.length > 0}
          disabled={mine.length === 0 && uses.length >= MOST.assets}
          onChange={toggle}
        />
        <Ground className="aspect-[3/2] overflow-hidden rounded-xl [--cell:6px]">
          <img
            src={shown?.thumb}
            alt=""
            loading="lazy"
            decoding="async"
            className="size-full object-contain p-2"
          />
        </Ground>
        <span className="block truncate px-1 pt-1 text-xs" title={asset.name}>
          {asset.name}
        </span>
        {variants.length > 1 && (
          <span className="flex items-center gap-1 px-1 text-[0.6875rem] text-quiet">
            <Layers2 aria-hidden className="size-3" />
            {say("assets.card.variants", { count: variants.length })}
          </span>
        )}
        {mine.length > 0 && (
          <span className="absolute -top-1 -right-1 grid h-5 min-w-5 place-items-center rounded-full bg-ink px-1 font-semibold text-paper text-xs tabular-nums">
            {mine.map((use) => uses.indexOf(use) + 1).join(", ")}
          </span>
        )}
      </label>
    </li>
  );
}
