// The form as it is typed, and the way from it to a brief and back; nothing here is checked.
import { type AssetUse, readUse, usesOf, written } from "./assetUse";

export const PRESETS = ["1:1", "4:3", "16:9", "3:4"] as const;
export type Preset = (typeof PRESETS)[number];

/** Numbers stay as they were typed: what cannot be one is for the server to refuse. */
export type Draft = {
  concept: string;
  campaign: string;
  packs: string[];
  freeText: string;
  references: string[];
  negative: string;
  /** Far to near. */
  assets: AssetUse[];
  size: Preset | "own";
  width: string;
  height: string;
  count: number;
  seed: "random" | "fixed";
  fixedSeed: string;
  /** A word of the concept and the shape that a person picked for it. */
  shapes: Record<string, string>;
  unmatched: "refuse" | "skip";
  model: string;
  engine: string;
};

export const EMPTY: Draft = {
  concept: "",
  campaign: "",
  packs: [],
  freeText: "",
  references: [],
  negative: "",
  assets: [],
  size: "1:1",
  width: "1200",
  height: "628",
  count: 4,
  seed: "random",
  fixedSeed: "",
  shapes: {},
  unmatched: "refuse",
  model: "",
  engine: "",
};

export const MOST = {
  concept: 300,
  campaign: 500,
  freeText: 500,
  negative: 500,
  packs: 4,
  references: 2,
  assets: 6,
  count: 8,
} as const;

const DIGITS = /^[0-9]{1,19}$/;

/** The brief as the text of a request.
 *
 * A seed may have more digits than a number of this language holds, so it is set in as text. */
export function briefOf(draft: Draft): string {
  const { concept, seed, fixedSeed } = draft;
  const brief = JSON.stringify({
    object_concept: concept,
    campaign_text: draft.campaign,
    style: {
      style_packs: draft.packs,
      free_text: draft.freeText,
      reference_images: draft.references,
      negative: draft.negative,
    },
    assets: draft.assets.map(written),
    size_preset:
      draft.size === "own"
        ? { width: typed(draft.width), height: typed(draft.height) }
        : draft.size,
    candidate_count: draft.count,
    shapes: shapesOf(draft),
    unmatched: draft.unmatched,
    ...(draft.model && { model: draft.model }),
  });
  const digits = fixedSeed.trim();
  const master =
    seed === "random"
      ? '"random"'
      : DIGITS.test(digits)
        ? String(BigInt(digits))
        : JSON.stringify(digits);
  return `${brief.slice(0, -1)},"seed":${master}}`;
}

/** What was picked for words that still stand in the concept; the others may be typed again. */
export function shapesOf({ concept, shapes }: Draft): Record<string, string> {
  const text = concept.toLowerCase();
  return Object.fromEntries(
    Object.entries(shapes).filter(([word]) => text.includes(word.toLowerCase())),
  );
}

/** A brief as the server tells it, with whatever it leaves out or cannot be shown as the default. */
export function draftOf(brief: Record<string, unknown>, engine = ""): Draft {
  const style = record(brief.style ?? brief);
  const fixed = typeof brief.seed === "number" || typeof brief.seed === "bigint";
  return {
    ...EMPTY,
    concept: text(brief.object_concept),
    campaign: text(brief.campaign_text),
    packs: texts(style.style_packs),
    freeText: text(style.free_text),
    references: texts(style.reference_images),
    negative: text(style.negative),
    assets: usesOf(brief.assets, readUse),
    ...sizeOf(brief.size_preset),
    count: typeof brief.candidate_count === "number" ? brief.candidate_count : EMPTY.count,
    seed: fixed ? "fixed" : "random",
    fixedSeed: fixed ? String(brief.seed) : "",
    shapes: Object.fromEntries(
      Object.entries(record(brief.shapes)).filter((entry): entry is [string, string] =>
        entry.every((part) => typeof part === "string"),
      ),
    ),
    unmatched: brief.unmatched === "skip" ? "skip" : "refuse",
    model: text(brief.model),
    engine,
  };
}

/** `1:1 1024x1024`, `1:1`, `1200x628` or `{width, height}`. */
export function sizeOf(size: unknown): Pick<Draft, "size" | "width" | "height"> {
  const known = PRESETS.find((preset) => text(size).startsWith(preset));
  const { width, height } = EMPTY;
  if (known) return { size: known, width, height };
  const own = text(size).match(/^(\d+)\s*[x×]\s*(\d+)$/i);
  const sides = own ? [own[1], own[2]] : [record(size).width, record(size).height];
  if (!sides.every((side) => side !== undefined && side !== null)) {
    return { size: EMPTY.size, width, height };
  }
  return { size: "own", width: String(sides[0]), height: String(sides[1]) };
}

const typed = (side: string): number | string =>
  /^[0-9]{1,6}$/.test(side.trim()) ? Number(side) : side;
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
const record = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/** Nothing of it is worth keeping or clearing. */
export const isEmpty = (draft: Draft): boolean => JSON.stringify(draft) === JSON.stringify(EMPTY);

/** One item a place forward or back; at the ends it stays. */
export function moved<Item>(items: Item[], from: number, by: -1 | 1): Item[] {
  const to = from + by;
  if (to < 0 || to >= items.length) return items;
  const result = [...items];
  [result[from], result[to]] = [result[to] as Item, result[from] as Item];
  return result;
}
