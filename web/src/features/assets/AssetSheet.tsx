// One asset, near: each variant with its core, what is said of it, hidden and restored.
import { Eye, EyeOff } from "lucide-react";
import { bytes } from "@/shared/format";
import { Board } from "@/shared/ui/Board";
import { CopyChip } from "@/shared/ui/CopyChip";
import { Sheet } from "@/shared/ui/Sheet";
import { When } from "@/shared/ui/When";
import { useWords } from "@/shared/words/words";
import { AboutForm } from "./AboutForm";
import { Past, Uses } from "./AssetPast";
import type { Asset, Variant } from "./api";
import { ChooseFiles } from "./DropArea";
import { inUse } from "./library";
import { Share } from "./Share";
import { useTurn } from "./useTurn";

type Props = {
  id: string;
  asset: Asset | undefined;
  take: (files: File[]) => void;
  closed: () => void;
};

export function AssetSheet({ id, asset, take, closed }: Props) {
  const say = useWords();
  return (
    <Sheet
      kind="middle"
      title={asset?.name ?? say("assets.sheet.gone", { id })}
      about={asset && <Standing asset={asset} />}
      closed={closed}
    >
      {asset && <Body asset={asset} take={take} />}
    </Sheet>
  );
}

function Standing({ asset }: { asset: Asset }) {
  const say = useWords();
  return (
    <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-quiet text-sm">
      <CopyChip text={asset.id} />
      {asset.hidden && <span className="font-medium text-ink">{say("assets.hidden")}</span>}
      <span>
        {say("assets.sheet.changed")} <When iso={asset.changed} />
      </span>
    </p>
  );
}

function Body({ asset, take }: { asset: Asset; take: (files: File[]) => void }) {
  const say = useWords();
  const turn = useTurn(asset);
  const first = inUse(asset)[0]?.id;
  const Sign = asset.hidden ? Eye : EyeOff;
  return (
    <div className="overflow-y-auto px-5 pt-1 pb-5">
      <h3 className="sr-only">{say("assets.sheet.variants")}</h3>
      <ul className="grid gap-5">
        {asset.variants.map((variant) => (
          <VariantRow
            key={variant.id}
            asset={asset}
            variant={variant}
            first={variant.id === first && asset.variants.length > 1}
          />
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <ChooseFiles label={say("assets.sheet.more")} take={take} />
        <p className="text-quiet text-sm">{say("assets.sheet.more.about")}</p>
      </div>
      <Uses asset={asset} />
      <AboutForm key={asset.changed} asset={asset} />
      <Past asset={asset} />
      <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-5">
        <button type="button" className="button" disabled={turn.pending} onClick={turn.asset}>
          <Sign aria-hidden className="size-4" />
          {say(asset.hidden ? "assets.restore.of" : "assets.hide.of", { name: asset.name })}
        </button>
        <p className="text-quiet text-sm">{say("assets.hide.about")}</p>
      </div>
    </div>
  );
}

type RowProps = { asset: Asset; variant: Variant; first: boolean };

function VariantRow({ asset, variant, first }: RowProps) {
  const say = useWords();
  const turn = useTurn(asset);
  const named = { name: asset.name, variant: variant.id };
  const Sign = variant.hidden ? Eye : EyeOff;
  return (
    <li className="grid gap-x-5 gap-y-2 sm:grid-cols-[1fr_13rem]">
      <div className={`grid grid-cols-2 gap-2 ${variant.hidden ? "opacity-55" : ""}`}>
        <Side src={variant.picture} alt={say("assets.alt", named)} />
        <Side src={variant.core} alt={say("assets.alt.core", named)} />
      </div>
      <div className="flex min-w-0 flex-col items-start gap-2">
        <h4 className="flex max-w-full items-center gap-2 font-semibold">
          <CopyChip text={`${asset.id}:${variant.id}`} />
          {variant.hidden && <span className="text-sm">{say("assets.hidden")}</span>}
        </h4>
        {first && <p className="text-quiet text-xs">{say("assets.sheet.first")}</p>}
        <p className="text-quiet text-sm tabular-nums">
          {say("assets.row.figures", {
            width: variant.width,
            height: variant.height,
            size: bytes(variant.bytes),
          })}
        </p>
        <div className="w-full">
          <Share share={variant.core_share} />
        </div>
        <div className="mt-auto flex flex-wrap gap-2">
          <a className="button" href={variant.picture} download={`${asset.id}-${variant.id}.png`}>
            {say("assets.sheet.file")}
          </a>
          {asset.variants.length > 1 && (
            <button
              type="button"
              className="button"
              disabled={turn.pending}
              aria-label={say(variant.hidden ? "assets.restore.of" : "assets.hide.of", {
                name: `${asset.id}:${variant.id}`,
              })}
              onClick={() => turn.variant(variant)}
            >
              <Sign aria-hidden className="size-4" />
              {say(variant.hidden ? "assets.restore" : "assets.hide")}
            </button>
          )}
        </div>
      </div>
    </li>
  );
}

function Side({ src, alt }: { src: string; alt: string }) {
  return (
    <Board className="aspect-square overflow-hidden rounded-xl ring-1 ring-line [--cell:8px]">
      <img src={src} alt={alt} loading="lazy" className="size-full object-contain p-3" />
    </Board>
  );
}
