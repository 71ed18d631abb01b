// What is said of an asset besides its pictures, changed as a whole.
import { type FormEvent, useState } from "react";
import { announce } from "@/shared/announce";
import { Refused } from "@/shared/api";
import { useWords } from "@/shared/words/words";
import { type Asset, useChange } from "./api";
import { Labelled, Rules } from "./fields";
import { FaultLines } from "./Lines";
import { inUse } from "./library";
import type { Artwork } from "./RulesDrawing";
import { tagsOf } from "./rows";

type Typed = { name: string; tags: string; minScale: string; clearSpace: string };

const typedOf = (asset: Asset): Typed => ({
  name: asset.name,
  tags: asset.tags.join(", "),
  minScale: String(asset.min_scale),
  clearSpace: String(asset.clear_space),
});

export function AboutForm({ asset }: { asset: Asset }) {
  const say = useWords();
  const [typed, setTyped] = useState(() => typedOf(asset));
  const { mutate, isPending, error } = useChange(asset.id);
  const type = (change: Partial<Typed>) => setTyped((now) => ({ ...now, ...change }));
  const same = JSON.stringify(typed) === JSON.stringify(typedOf(asset));
  const save = (event: FormEvent) => {
    event.preventDefault();
    mutate(
      {
        name: typed.name,
        tags: tagsOf(typed.tags),
        min_scale: Number(typed.minScale),
        clear_space: Number(typed.clearSpace),
      },
      { onSuccess: () => announce(say("assets.sheet.saved")) },
    );
  };
  return (
    <form className="mt-6 grid gap-3 border-line border-t pt-5" onSubmit={save}>
      <h3 className="font-semibold">{say("assets.sheet.about")}</h3>
      <div className="grid gap-3 sm:grid-cols-2">
        <Labelled label={say("assets.row.name")}>
          {(id) => (
            <input
              id={id}
              className="field"
              value={typed.name}
              maxLength={80}
              required
              onChange={(event) => type({ name: event.target.value })}
            />
          )}
        </Labelled>
        <Labelled label={say("assets.row.tags")}>
          {(id) => (
            <input
              id={id}
              className="field"
              value={typed.tags}
              maxLength={400}
              onChange={(event) => type({ tags: event.target.value })}
            />
          )}
        </Labelled>
      </div>
      <Rules
        minScale={typed.minScale}
        clearSpace={typed.clearSpace}
        change={type}
        artwork={artworkOf(asset)}
      />
      {error && <FaultLines faults={error instanceof Refused ? told(error) : []} />}
      <div className="flex justify-end">
        <button
          type="submit"
          className="button"
          data-kind="first"
          disabled={same || isPending || !typed.minScale || !typed.clearSpace}
        >
          {say("assets.sheet.save")}
        </button>
      </div>
    </form>
  );
}

/** The variant that stands for all of them. */
function artworkOf(asset: Asset): Artwork | undefined {
  const [first] = [...inUse(asset), ...asset.variants];
  return first && { width: first.width, height: first.height, src: first.thumb };
}

const told = (error: Refused) =>
  error.faults.length > 0
    ? error.faults
    : [{ code: error.code, message: error.message, hint: error.hint }];
