// An asset: its variants side by side on the chosen background, and what it is called.
import { Eye, EyeOff, Plus } from "lucide-react";
import { Link, useSearch } from "wouter";
import { useLanguage } from "@/shared/preferences";
import { Board } from "@/shared/ui/Board";
import { CopyChip } from "@/shared/ui/CopyChip";
import { useWords } from "@/shared/words/words";
import { type Asset, useCanPlace, type Variant } from "./api";
import { inUse, isHidden } from "./library";
import { percent } from "./Share";
import { useTurn } from "./useTurn";

const SHOWN = 4;
const COLUMNS: Record<number, string> = { 2: "grid-cols-2", 3: "grid-cols-3", 4: "grid-cols-2" };

export function AssetCard({ asset, core }: { asset: Asset; core: boolean }) {
  const hidden = isHidden(asset);
  const usable = useCanPlace() === true && !hidden;
  const search = new URLSearchParams(useSearch());
  search.set("asset", asset.id);
  return (
    <li className="group relative min-w-0">
      <Board
        className={`aspect-[4/3] overflow-hidden rounded-2xl ring-1 ring-line motion-safe:transition-shadow group-hover:shadow-lg group-hover:ring-quiet/50 ${hidden ? "opacity-55" : ""}`}
      >
        <Pictures asset={asset} core={core} />
      </Board>
      <h3 className="mt-2.5 truncate font-semibold text-[0.9375rem]" title={asset.name}>
        <Link
          href={`/assets?${search}`}
          className="outline-none after:absolute after:inset-x-0 after:top-0 after:aspect-[4/3] after:rounded-2xl focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:outline-offset-4"
        >
          {asset.name}
        </Link>
      </h3>
      <Facts asset={asset} hidden={hidden} />
      <div className="mt-1.5 flex items-center justify-between gap-2">
        <CopyChip text={asset.id} />
        <span className="flex shrink-0">
          {usable && <MakeLink asset={asset} />}
          <TurnButton asset={asset} />
        </span>
      </div>
    </li>
  );
}

function Facts({ asset, hidden }: { asset: Asset; hidden: boolean }) {
  const say = useWords();
  const language = useLanguage();
  const [first] = inUse(asset).length > 0 ? inUse(asset) : asset.variants;
  const share = first ? percent(first.core_share, language) : "";
  const count = asset.variants.length;
  const told = [
    hidden && say("assets.hidden"),
    count > 1 && say("assets.card.variants", { count }),
    say("assets.core.share", { share }),
    ...asset.tags,
  ];
  return (
    <p className="truncate text-quiet text-sm tabular-nums">{told.filter(Boolean).join(" · ")}</p>
  );
}

function Pictures({ asset, core }: { asset: Asset; core: boolean }) {
  const say = useWords();
  const variants: Variant[] = isHidden(asset) ? asset.variants : inUse(asset);
  const shown = variants.slice(0, SHOWN);
  const more = variants.length - shown.length;
  return (
    <div className={`grid size-full ${COLUMNS[shown.length] ?? ""}`}>
      {shown.map((variant) => (
        <div key={variant.id} className="min-h-0 min-w-0 p-[8%]">
          <img
            src={core ? variant.core : variant.thumb}
            alt={say(core ? "assets.alt.core" : "assets.alt", {
              name: asset.name,
              variant: variant.id,
            })}
            loading="lazy"
            decoding="async"
            className="size-full object-contain"
          />
        </div>
      ))}
      {more > 0 && (
        <span className="chip absolute top-2.5 right-2.5">
          {say("assets.card.more", { count: more })}
        </span>
      )}
    </div>
  );
}

/** On to a brief that asks for it. */
function MakeLink({ asset }: { asset: Asset }) {
  const say = useWords();
  return (
    <Link
      href={`/make?asset=${asset.id}`}
      className="icon min-h-8! min-w-8!"
      title={say("assets.make")}
      aria-label={say("assets.make.of", { name: asset.name })}
    >
      <Plus aria-hidden className="size-4" />
    </Link>
  );
}

function TurnButton({ asset }: { asset: Asset }) {
  const say = useWords();
  const turn = useTurn(asset);
  const Sign = asset.hidden ? Eye : EyeOff;
  return (
    <button
      type="button"
      className="icon -mr-2 min-h-8! min-w-8!"
      title={say(asset.hidden ? "assets.restore" : "assets.hide")}
      aria-label={say(asset.hidden ? "assets.restore.of" : "assets.hide.of", { name: asset.name })}
      onClick={() => turn.asset()}
    >
      <Sign aria-hidden className="size-4" />
    </button>
  );
}
