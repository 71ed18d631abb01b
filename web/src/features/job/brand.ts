// What a candidate tells of its brand pictures: how each was given in truth, and its layers.
import type { Candidate } from "@/shared/api";
import type { components } from "@/shared/schema";
import type { Say } from "@/shared/words/words";

export type Brand = components["schemas"]["AssetShown"];

/** None in a job that was made before there were any. */
export const brandsOf = (candidate: Candidate): Brand[] => candidate.assets;

export type Standing = "failed" | "instead" | "exact" | "resampled" | "overlay" | "imprint";

/** The worst that is true comes first: nothing is called exact that is not. */
export function standingOf({ matched, downgraded, given }: Brand): Standing {
  if (!matched) return "failed";
  return downgraded ? "instead" : given;
}

export const isBlended = ({ given }: Brand): boolean => given === "overlay" || given === "imprint";

/** Whether the layer of its own holds the designer's bytes, however the picture shows it. */
export const isOriginal = ({ scale, rotate, tilt }: Brand): boolean =>
  scale === 1 && rotate === 0 && tilt === "none";

/** As a brief names it. */
export const nameOf = ({ asset, variant }: Brand): string =>
  variant === "default" ? asset : `${asset}:${variant}`;

/** A word or two, for a badge. */
export function wordOf(brand: Brand, say: Say): string {
  const standing = standingOf(brand);
  const how = changesOf(brand, say);
  if (standing === "resampled") return say("brand.resampled", { how });
  if (standing === "instead" && brand.given === "resampled") {
    return say("brand.instead.resampled", { how });
  }
  return say(`brand.${standing}`);
}

/** In what it stands otherwise than the file: its size, its angle, its tilt; empty in nothing. */
export function changesOf({ scale, rotate, tilt }: Brand, say: Say): string {
  const turned = Math.round(rotate * 10) / 10;
  const parts = [
    scale < 1 && `${scale > 0.995 ? "99.9" : Math.max(1, Math.round(scale * 100))} %`,
    turned !== 0 && `${turned > 0 ? turned : `−${-turned}`}°`,
    tilt !== "none" && say("brand.tilted"),
  ];
  return parts.filter(Boolean).join(", ");
}

export type Mark = { standing: Standing; word: string; names: string[] };

/** One badge for all that were given in the same way, the worst first. */
export function marksOf(brands: Brand[], say: Say): Mark[] {
  const found = new Map<string, Mark>();
  for (const brand of brands) {
    const word = wordOf(brand, say);
    const mark = found.get(word) ?? { standing: standingOf(brand), word, names: [] };
    mark.names.push(nameOf(brand));
    found.set(word, mark);
  }
  const at = ({ standing }: Mark) => (standing === "failed" ? 0 : standing === "instead" ? 1 : 2);
  return [...found.values()].sort((a, b) => at(a) - at(b));
}

/** How far a blended one is from the file: in each figure less is nearer, and nought is the file. */
export type Distance = {
  name: "shape" | "color" | "hue";
  found: number;
  most: number;
  over: boolean;
};

export function distances({ deviation, limits }: Brand): Distance[] {
  if (!deviation || !limits) return [];
  const shape = { found: 1 - deviation.shape_iou, most: 1 - limits.shape_iou };
  const all = [
    { name: "shape" as const, ...shape },
    { name: "color" as const, found: deviation.delta_e, most: limits.delta_e },
    { name: "hue" as const, found: deviation.hue, most: limits.hue },
  ];
  // 1 - 0.98 is a little more than what 1 - 0.98 should be
  return all.map((one) => ({ ...one, over: one.found > one.most + 1e-9 }));
}

/** Rules that judge brand pictures. */
export const isBrandRule = (rule: string): boolean => /^asset[-_]/.test(rule);

/** Which of them a failed check is about, as far as that can be told; the first where not. */
export function accused(brands: Brand[]): number | undefined {
  const [first] = brands;
  const worst =
    brands.find(({ matched }) => !matched) ?? brands.find(({ downgraded }) => downgraded);
  return (worst ?? first)?.index;
}
