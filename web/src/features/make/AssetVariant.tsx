// Which variant of an asset is meant: each as its picture, for light and for dark grounds.
import { useId } from "react";
import { useWords } from "@/shared/words/words";
import type { Setting } from "./AssetCard";
import { useAssets } from "./api";
import { useForm } from "./form";
import { Ground } from "./Ground";
import { heldBy, nameOf, variantsOf } from "./library";

export function AssetVariant({ use, set }: Setting) {
  const say = useWords();
  const { draft } = useForm();
  const held = heldBy(useAssets(true).data ?? [], use.asset);
  const group = useId();
  const variants = held ? variantsOf(held.asset) : [];
  if (!held || variants.length < 2) return null;
  const others = draft.assets.map((one) => one.asset).filter((name) => name !== use.asset);
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-[0.8125rem]">{say("make.assets.variant")}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-2">
        {variants.map((variant) => {
          const name = nameOf(held.asset, variant);
          return (
            <label
              key={variant.id}
              className="frame relative block min-w-0 rounded-lg has-checked:ring-2 has-checked:ring-ink has-disabled:opacity-50"
            >
              <input
                type="radio"
                className="unseen"
                name={group}
                checked={held.variant.id === variant.id}
                disabled={others.includes(name)}
                onChange={() => set({ asset: name })}
              />
              <Ground className="aspect-[3/2] overflow-hidden rounded-lg [--cell:5px]">
                <img
                  src={variant.thumb}
                  alt=""
                  loading="lazy"
                  className="size-full object-contain p-1.5"
                />
              </Ground>
              <span className="block truncate px-1 text-center text-xs leading-6">
                {variant.id}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
