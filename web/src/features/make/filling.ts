// Which brief an address wants in the form.
import type { Draft } from "./draft";

export type Wanted =
  | { from: string; seed: string | null }
  | { sample: string }
  | { packs: string[] }
  | { handed: true };

const SEED = /^(random|[0-9]{1,19})$/;

/** What `?from=JOB&seed=N`, `?sample=NAME`, `?packs=a,b` and `?handed` ask for; null when nothing. */
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
  return ids.length > 0 ? { packs: ids } : null;
}

/** The draft with the seed that an address asks for: one that is kept draws one candidate. */
export function seeded(draft: Draft, seed: string | null): Draft {
  if (seed === null) return draft;
  if (seed === "random") return { ...draft, seed: "random", fixedSeed: "" };
  return { ...draft, seed: "fixed", fixedSeed: seed, count: 1 };
}
