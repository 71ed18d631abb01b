// What an asset was used for, and what was changed of it.
import { ChevronRight, Images, Plus } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { useWords } from "@/shared/words/words";
import { type Asset, useCanPlace, usedWords, useUses } from "./api";
import { Log } from "./Log";
import { isHidden } from "./library";

/** On to a brief with it, and back to what was made with it. */
export function Uses({ asset }: { asset: Asset }) {
  const say = useWords();
  const count = useUses(asset.id).data;
  const canPlace = useCanPlace();
  const words = new URLSearchParams({ text: usedWords(asset.id) });
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-5">
      {canPlace !== false && !isHidden(asset) && (
        <Link href={`/make?asset=${asset.id}`} className="button" data-kind="first">
          <Plus aria-hidden className="size-4" />
          {say("assets.make")}
        </Link>
      )}
      {count === 0 && <p className="text-quiet text-sm">{say("assets.used.none")}</p>}
      {count !== undefined && count > 0 && (
        <Link href={`/?${words}`} className="button">
          <Images aria-hidden className="size-4 text-quiet" />
          {count === 1 ? say("assets.used.one") : say("assets.used", { count })}
        </Link>
      )}
    </div>
  );
}

/** Asked for only when somebody wants to know. */
export function Past({ asset }: { asset: Asset }) {
  const say = useWords();
  const [open, setOpen] = useState(false);
  return (
    <details
      className="group mt-6 border-line border-t pt-4"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-6 w-fit list-none items-center gap-1 font-semibold [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="-ml-1 size-4 text-quiet group-open:rotate-90 motion-safe:transition-transform"
        />
        {say("assets.log.title")}
      </summary>
      {open && <Log id={asset.id} />}
    </details>
  );
}
