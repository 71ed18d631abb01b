// What this browser keeps between visits: the draft, and which jobs this tab has asked for. What
// is read back may be of an older version or changed by hand, so every part is looked at.
import { keptUse, usesOf } from "./assetUse";
import { type Draft, EMPTY, MOST, PRESETS } from "./draft";

const DRAFT = "nukki.make.draft";
const ASKED = "nukki.make.asked";
export const MOST_ASKED = 3;
const LONGEST = 4096; // of one text; far more than any field takes

/** A draft of what was stored, each part by itself: one that is damaged costs only itself. */
export function readDraft(stored: string | null): Draft {
  const found = parsed(stored);
  const part = <Name extends keyof Draft>(name: Name, fits: (value: unknown) => boolean) =>
    fits(found[name]) ? (found[name] as Draft[Name]) : EMPTY[name];
  return {
    concept: part("concept", isText),
    campaign: part("campaign", isText),
    packs: part("packs", areTexts(MOST.packs)),
    freeText: part("freeText", isText),
    references: part("references", areTexts(MOST.references)),
    negative: part("negative", isText),
    assets: usesOf(found.assets, keptUse),
    size: part("size", oneOf([...PRESETS, "own"])),
    width: part("width", isText),
    height: part("height", isText),
    count: part("count", isCount),
    seed: part("seed", oneOf(["random", "fixed"])),
    fixedSeed: part("fixedSeed", isText),
    shapes: part("shapes", areShapes),
    unmatched: part("unmatched", oneOf(["refuse", "skip"])),
    model: part("model", isText),
    engine: part("engine", isText),
  };
}

/** The ids of jobs, newest first. */
export function readAsked(stored: string | null): string[] {
  try {
    const found: unknown = JSON.parse(stored ?? "[]");
    return areTexts(MOST_ASKED)(found) ? (found as string[]) : [];
  } catch {
    return [];
  }
}

export const loadDraft = (): Draft => readDraft(load(() => localStorage, DRAFT));
export const keepDraft = (draft: Draft): void =>
  keep(() => localStorage, DRAFT, JSON.stringify(draft));
export const loadAsked = (): string[] => readAsked(load(() => sessionStorage, ASKED));
export const keepAsked = (ids: string[]): void =>
  keep(() => sessionStorage, ASKED, JSON.stringify(ids));

function parsed(stored: string | null): Partial<Record<keyof Draft, unknown>> {
  try {
    const found: unknown = JSON.parse(stored ?? "{}");
    return typeof found === "object" && found !== null ? found : {};
  } catch {
    return {};
  }
}

const isText = (value: unknown): boolean => typeof value === "string" && value.length <= LONGEST;
const areTexts = (most: number) => (value: unknown) =>
  Array.isArray(value) && value.length <= most && value.every(isText);
const oneOf = (values: string[]) => (value: unknown) => values.includes(value as string);
const isCount = (value: unknown): boolean =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MOST.count;
const areShapes = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).length <= MOST.concept &&
  Object.entries(value).every((entry) => entry.every(isText));

// a browser that forbids storage throws already when it is named
function load(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

function keep(storage: () => Storage, key: string, text: string): void {
  try {
    storage().setItem(key, text);
  } catch {
    // it is forgotten with the page
  }
}
