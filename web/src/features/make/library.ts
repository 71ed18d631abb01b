// The library of brand pictures as the form offers it: what may be chosen, and by which name.
import type { Asset, Variant } from "./api";

const DEFAULT = "default";
/** With more than these a search is offered. */
export const MANY = 12;

/** The variants that may be chosen, that which stands for the asset first. */
export function variantsOf({ variants }: Asset): Variant[] {
  const shown = variants.filter(({ hidden }) => !hidden);
  return shown.sort((one, other) => Number(other.id === DEFAULT) - Number(one.id === DEFAULT));
}

/** How a brief names a variant: the one that stands for the asset by the asset's name alone. */
export function nameOf(asset: Asset, variant: Variant): string {
  return variantsOf(asset)[0]?.id === variant.id ? asset.id : `${asset.id}:${variant.id}`;
}

/** What a name of a brief means; null where the library has none such any more. */
export function heldBy(
  assets: readonly Asset[],
  name: string,
): { asset: Asset; variant: Variant } | null {
  const [id, wanted] = name.split(":");
  const asset = assets.find((one) => one.id === id);
  const variants = asset ? variantsOf(asset) : [];
  const variant = wanted ? variants.find((one) => one.id === wanted) : variants[0];
  return asset && variant ? { asset, variant } : null;
}

/** How a person calls it: the name that it was given, with the variant where that is another. */
export function calledOf(assets: readonly Asset[], name: string): string {
  const held = heldBy(assets, name);
  if (!held) return name;
  const { asset, variant } = held;
  return nameOf(asset, variant) === asset.id ? asset.name : `${asset.name} · ${variant.id}`;
}

/** Those of which every word stands in a name, an id, a tag or a variant. */
export function foundIn(assets: readonly Asset[], text: string): Asset[] {
  const words = folded(text).split(/\s+/).filter(Boolean);
  return assets.filter((asset) => {
    const variants = variantsOf(asset);
    const said = [asset.name, asset.id, ...asset.tags, ...variants.map(({ id }) => id)].join("\n");
    return variants.length > 0 && words.every((word) => folded(said).includes(word));
  });
}

const folded = (text: string): string => text.normalize("NFC").toLowerCase();
