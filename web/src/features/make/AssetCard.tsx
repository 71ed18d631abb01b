// One chosen brand picture: what it is and what becomes of it; opened, all that is asked for it.
import { ArrowDown, ArrowUp, ChevronRight, ImageOff, X } from "lucide-react";
import { useId } from "react";
import { announce } from "@/shared/announce";
import { useWords } from "@/shared/words/words";
import { FaultList } from "./AssetFaults";
import { AssetMode } from "./AssetMode";
import { AssetMore } from "./AssetMore";
import { AssetPlace } from "./AssetPlace";
import { AssetVariant } from "./AssetVariant";
import { useAssets } from "./api";
import type { AssetUse } from "./assetUse";
import { moved } from "./draft";
import { ofItem } from "./faults";
import { useForm } from "./form";
import { Ground } from "./Ground";
import { calledOf, heldBy } from "./library";
import { Small } from "./Small";
import { Badge, cardOf, State } from "./State";

type Props = { use: AssetUse; place: number };
/** A part of what is asked for one picture, and the way to ask for something else. */
export type Setting = { use: AssetUse; set: (change: Partial<AssetUse>) => void };

export function AssetCard({ use, place }: Props) {
  const { draft, change, faults, active, activate } = useForm();
  const body = useId();
  const open = active === use.asset;
  const told = ofItem(faults.assets, place);
  const faulty = told.length > 0;
  const set = (part: Partial<AssetUse>) => {
    change({ assets: draft.assets.map((one) => (one === use ? { ...use, ...part } : one)) });
    if (part.asset) activate(part.asset);
  };
  return (
    <li
      className={`min-w-0 rounded-xl border bg-panel ${faulty ? "border-bad" : open ? "border-quiet" : "border-line"}`}
    >
      <Head
        use={use}
        place={place}
        body={open ? body : undefined}
        told={faulty ? `${body}faults` : undefined}
      />
      <FaultList id={`${body}faults`} faults={told} className="px-3 pb-3" />
      {open && (
        <div id={body} className="grid gap-4 border-line border-t p-3">
          <AssetVariant use={use} set={set} />
          <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-4">
            <AssetPlace use={use} set={set} />
            <AssetMode use={use} set={set} place={place} />
          </div>
          <AssetMore use={use} set={set} place={place} />
        </div>
      )}
    </li>
  );
}

/** The ids of what it opens, while it is open, and of what is wrong with it. */
type HeadProps = Props & { body: string | undefined; told: string | undefined };

function Head({ use, place, body, told }: HeadProps) {
  const { activate } = useForm();
  const assets = useAssets(true).data ?? [];
  const name = calledOf(assets, use.asset);
  const thumb = heldBy(assets, use.asset)?.variant.thumb;
  return (
    <div className="flex items-center gap-1 p-1.5">
      <button
        id={cardOf(place)}
        type="button"
        aria-expanded={body !== undefined}
        aria-controls={body}
        aria-describedby={told}
        onClick={() => activate(body ? "" : use.asset)}
        className="flex min-w-0 flex-1 items-center gap-2 rounded-lg p-0.5 text-left hover:bg-sunk"
      >
        <ChevronRight
          aria-hidden
          className={`size-4 shrink-0 text-quiet motion-safe:transition-transform ${body ? "rotate-90" : ""}`}
        />
        <Badge place={place} />
        <Ground className="h-11 w-14 shrink-0 overflow-hidden rounded-lg [--cell:5px]">
          {thumb ? (
            <img src={thumb} alt="" className="size-full object-contain p-1" />
          ) : (
            <ImageOff aria-hidden className="m-3 mx-auto size-5 text-black" />
          )}
        </Ground>
        <span className="min-w-0 flex-1 leading-tight">
          <span className="block truncate font-medium text-sm">{name}</span>
          <State place={place} />
        </span>
      </button>
      <Order use={use} place={place} name={name} />
    </div>
  );
}

function Order({ use, place, name }: Props & { name: string }) {
  const say = useWords();
  const { draft, change } = useForm();
  const { assets } = draft;
  const move = (by: -1 | 1, button: HTMLElement) => {
    change({ assets: moved(assets, place, by) });
    announce(say("make.packs.moved", { pack: name, place: place + by + 1 }));
    // a card that is moved in the page loses the focus
    requestAnimationFrame(() => button.focus());
  };
  const remove = () => {
    change({ assets: assets.filter((one) => one !== use) });
    const next = Math.min(place, assets.length - 2);
    requestAnimationFrame(() =>
      (document.getElementById(cardOf(next)) ?? document.getElementById("make-assets"))?.focus(),
    );
  };
  return (
    <>
      {assets.length > 1 && (
        <>
          <Small
            label={say("make.assets.back", { name })}
            idle={place === 0}
            act={(button) => move(-1, button)}
          >
            <ArrowUp aria-hidden className="size-4" />
          </Small>
          <Small
            label={say("make.assets.front", { name })}
            idle={place === assets.length - 1}
            act={(button) => move(1, button)}
          >
            <ArrowDown aria-hidden className="size-4" />
          </Small>
        </>
      )}
      <Small label={say("make.remove", { name })} act={remove}>
        <X aria-hidden className="size-4" />
      </Small>
    </>
  );
}
