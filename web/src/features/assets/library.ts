// Which assets are shown: searched in every word, and what is hidden only when it is asked for.
import type { Asset, Variant } from "./api";

const folded = (text: string): string => text.normalize("NFC").toLowerCase();

/** Every word of `text` stands in the name, the id, a tag or a variant. */
export function found(assets: Asset[], text: string, hidden: boolean): Asset[] {
  const words = folded(text).split(/\s+/).filter(Boolean);
  return assets.filter((asset) => {
    if (isHidden(asset) && !hidden) return false;
    const said = folded(
      [asset.name, asset.id, ...asset.tags, ...asset.variants.map(({ id }) => id)].join("\n"),
    );
    return words.every((word) => said.includes(word));
  });
}

/** Nothing of it can be named in a brief. */
export function isHidden(asset: Asset): boolean {
  return asset.hidden || asset.variants.every(({ hidden }) => hidden);
}

/** What of it can be named, that which stands for the asset first. */
export function inUse(asset: Asset): Variant[] {
  const shown = asset.variants.filter(({ hidden }) => !hidden);
  return shown.sort((a, b) => Number(b.id === "default") - Number(a.id === "default"));
}
