// What one click can put right of what is wrong with a brand picture, as the server advises it.
import type { Key } from "@/shared/words/en";
import type { Blanks } from "@/shared/words/words";
import { type AssetUse, BLENDS, neat, POSITIONS, type Position, STANDS, TILTS } from "./assetUse";
import { type Draft, PRESETS, sizeOf } from "./draft";
import { type Fault, fieldOf, partOf } from "./faults";

/** `position`: the word that fills the blank of that name. */
type Label = { label: Key; blanks: Blanks; position?: Key };
export type Remedy = Label & ({ change: Partial<Draft>; active?: string } | { href: string });

const SIDES: Record<(typeof PRESETS)[number], string> = {
  "1:1": "1024x1024",
  "4:3": "1152x864",
  "16:9": "1344x768",
  "3:4": "864x1152",
};
const SIZE = /^(\d+:\d+|\d{2,5}\s*[x×]\s*\d{2,5})$/i;
const SHELF: readonly string[] = ["asset-hidden", "asset-file-changed", "asset-file-missing"];

/** The remedy for a fault; null where only the person knows one. */
export function remedyOf(fault: Fault, draft: Draft): Remedy | null {
  const { nearest, code } = fault;
  const place = fieldOf(fault.field)?.index ?? null;
  if (typeof nearest === "string" && SIZE.test(nearest)) return resize(nearest);
  const use = place === null ? undefined : draft.assets[place];
  if (!use) return null;
  if (SHELF.includes(code)) return onShelf(use);
  const change = better(partOf(fault.field), nearest, use);
  if (!change) return null;
  const { part, ...told } = change;
  const assets = draft.assets.map((one) => (one === use ? { ...use, ...part } : one));
  return { ...told, change: { assets }, ...(part.asset && { active: part.asset }) };
}

/** The same size under the name of its preset, where it has one. */
function resize(nearest: string): Remedy {
  const plain = nearest.toLowerCase().replace(/\s|×/g, (sign) => (sign === "×" ? "x" : ""));
  const preset = PRESETS.find((one) => one === plain || SIDES[one] === plain);
  const told = (preset ? SIDES[preset] : plain).replace("x", " × ");
  return {
    label: "make.remedy.size",
    blanks: { size: told },
    change: sizeOf(preset ?? plain),
  };
}

function onShelf({ asset }: AssetUse): Remedy {
  const id = asset.split(":")[0] ?? "";
  return {
    label: "make.remedy.library",
    blanks: {},
    href: `/assets?asset=${encodeURIComponent(id)}&for=make`,
  };
}

/** What to say and to change of one picture. */
function better(
  part: string | null,
  nearest: Fault["nearest"],
  use: AssetUse,
): (Label & { part: Partial<AssetUse> }) | null {
  if (nearest === null || nearest === undefined) return null;
  const figure = typeof nearest === "number" ? nearest : Number.NaN;
  const one = <Value extends string>(values: readonly Value[]) =>
    values.find((value) => value === nearest);
  const positions: readonly Position[] = [...POSITIONS, "auto"];
  switch (part) {
    case "scale":
      if (nearest === "auto") return { label: "make.remedy.fit", blanks: {}, part: { scale: "" } };
      if (Number.isNaN(figure)) return null;
      return {
        label: "make.remedy.scale",
        blanks: { percent: neat(figure * 100) },
        part: { scale: neat(figure * 100) },
      };
    case "rotate":
      if (Number.isNaN(figure)) return null;
      return {
        label: "make.remedy.rotate",
        blanks: { degrees: figure },
        part: { rotate: neat(figure) },
      };
    case "position": {
      const position = one(positions);
      if (!position) return null;
      return {
        label: "make.remedy.position",
        blanks: {},
        position: `make.position.${position}`,
        part: { position },
      };
    }
    case "stand":
    case "tilt":
    case "blend": {
      const value = one([...STANDS, ...TILTS, ...BLENDS]);
      return value ? { label: "make.remedy.usual", blanks: {}, part: { [part]: value } } : null;
    }
    default:
      if (typeof nearest !== "string" || nearest === use.asset) return null;
      return { label: "make.remedy.name", blanks: { name: nearest }, part: { asset: nearest } };
  }
}
