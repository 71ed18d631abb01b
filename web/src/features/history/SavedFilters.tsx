import { Bookmark, Pencil } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { announce } from "@/shared/announce";
import { useWords } from "@/shared/words/words";
import { NameDialog } from "./NameDialog";
import { type Saved, useSaved } from "./saved";

/** The filters that a person kept: one click away, with a new name or none at all one more. */
export function SavedFilters({ address }: { address: string }) {
  const say = useWords();
  const { saved, keep, drop } = useSaved();
  const [changing, setChanging] = useState<Saved | null>(null);
  if (saved.length === 0) return null;
  return (
    <nav aria-label={say("history.saved")} className="flex flex-wrap items-center gap-2">
      {saved.map((one) => (
        <span
          key={one.address}
          className="chip gap-0! pr-0.5! pl-0! has-[[aria-current]]:border-ink"
        >
          <Link
            href={`/?${one.address}`}
            replace
            aria-current={one.address === address ? "true" : undefined}
            className="inline-flex min-h-6.5 items-center gap-1.5 rounded-md pr-1 pl-2.5 hover:text-accent"
          >
            <Bookmark
              aria-hidden
              className={`size-3.5 ${one.address === address ? "fill-current" : "text-quiet"}`}
            />
            <span className="max-w-56 truncate">{one.name}</span>
          </Link>
          <button
            type="button"
            className="grid size-6 place-items-center rounded-md text-quiet hover:bg-sunk hover:text-ink"
            aria-label={say("history.saved.edit", { name: one.name })}
            title={say("history.saved.edit", { name: one.name })}
            onClick={() => setChanging(one)}
          >
            <Pencil aria-hidden className="size-3" />
          </button>
        </span>
      ))}
      {changing && (
        <NameDialog
          title={say("history.saved.title")}
          name={changing.name}
          close={() => setChanging(null)}
          take={(name) => {
            keep({ ...changing, name });
            announce(say("history.saved.done", { name }));
          }}
          drop={() => {
            drop(changing.address);
            announce(say("history.saved.dropped", { name: changing.name }));
          }}
        />
      )}
    </nav>
  );
}
