// Which brief an address wants in the form.
import { plainUse } from "./assetUse";
import { type Draft, MOST } from "./draft";

export type Wanted =
  | { from: string; seed: string | null }
  | { sample: string }
  | { packs: string[] }
  | { assets: string[] }
  | { handed: true };

const SEED = /^(random|[0-9]{1,19})$/;

/** What `?from=JOB&seed=N`, `?sample=NAME`, `?packs=a,b`, `?asset=a&asset=b:dark` and `?handed` ask
 * for; null when nothing. */
export function wantedOf(search: string): Wanted | null {
  const asked = new URLSearchParams(search);
  const [from, sample, packs] = ["from", "sample", "packs"].map((name) => asked.get(name));
  if (asked.has("handed")) return { handed: true };
  if (from) {
    const seed = asked.get("seed");
    return { from, seed: seed !== null && SEED.test(seed) ? seed : null };
  }
  if (sample) return { sample };
  const ids = [...new Set(packs?.split(","))].filter(Boolean);
  if (ids.length > 0) return { packs: ids };
  const assets = [...new Set(asked.getAll("asset"))].filter(Boolean);
  return assets.length > 0 ? { assets } : null;
}

/** The draft with the seed that an address asks for: one that is kept draws one candidate. */
export function seeded(draft: Draft, seed: string | null): Draft {
  if (seed === null) return draft;
  if (seed === "random") return { ...draft, seed: "random", fixedSeed: "" };
  return { ...draft, seed: "fixed", fixedSeed: seed, count: 1 };
}

/** The draft with brand pictures added that it does not have yet, as many as there is room for. */
export function withAssets(draft: Draft, names: string[]): Draft {
  const fresh = names.filter((name) => draft.assets.every(({ asset }) => asset !== name));
  const assets = [...draft.assets, ...fresh.map((name) => plainUse(name))];
  return { ...draft, assets: assets.slice(0, Math.max(MOST.assets, draft.assets.length)) };
}
