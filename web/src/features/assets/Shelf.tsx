// What the library holds: searched as one types, its pictures on the chosen background.
import { Search } from "lucide-react";
import { useRef } from "react";
import { useSearchParams } from "wouter";
import { useCommands } from "@/shared/commands";
import { useWords } from "@/shared/words/words";
import { AssetCard } from "./AssetCard";
import type { Asset } from "./api";
import { found, isHidden } from "./library";

type Shown = { text: string; hidden: boolean; core: boolean };

export function Shelf({ assets }: { assets: Asset[] }) {
  const say = useWords();
  const [shown, show] = useShown();
  const fitting = found(assets, shown.text, shown.hidden);
  const away = assets.filter(isHidden).length;
  const count = fitting.length;
  return (
    <section aria-labelledby="assets-shelf" className="mt-8">
      <h2 id="assets-shelf" className="sr-only">
        {say("assets.title")}
      </h2>
      <Tools shown={shown} show={show} away={away} />
      <p aria-live="polite" className="mt-3 mb-4 text-quiet text-sm tabular-nums">
        {count === 1 ? say("assets.count.one") : say("assets.count", { count })}
      </p>
      {count === 0 ? (
        <div className="py-16 text-center">
          <p className="font-semibold">{say("assets.nothing")}</p>
          <button
            type="button"
            className="button mt-4"
            onClick={() => show({ text: "", hidden: shown.hidden || away === assets.length })}
          >
            {say("assets.clear")}
          </button>
        </div>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-x-6 gap-y-8">
          {fitting.map((asset) => (
            <AssetCard key={asset.id} asset={asset} core={shown.core} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** What is shown is in the address, so that it can be kept and sent. */
function useShown(): [Shown, (change: Partial<Shown>) => void] {
  const [search, setSearch] = useSearchParams();
  const shown = {
    text: search.get("text") ?? "",
    hidden: search.has("hidden"),
    core: search.has("core"),
  };
  const show = (change: Partial<Shown>) =>
    setSearch(
      (now) => {
        for (const [name, value] of Object.entries(change)) {
          if (value) now.set(name, value === true ? "" : value);
          else now.delete(name);
        }
        return now;
      },
      { replace: true },
    );
  return [shown, show];
}

type ToolsProps = { shown: Shown; show: (change: Partial<Shown>) => void; away: number };

function Tools({ shown, show, away }: ToolsProps) {
  const say = useWords();
  const box = useRef<HTMLInputElement>(null);
  useCommands([
    {
      id: "assets.search",
      name: say("assets.search"),
      group: "list",
      keys: "/",
      run: () => box.current?.focus(),
    },
    {
      id: "assets.core",
      name: say("assets.core.command"),
      group: "picture",
      keys: "o",
      run: () => show({ core: !shown.core }),
    },
  ]);
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <label className="relative mr-auto w-full sm:w-80">
        <span className="sr-only">{say("assets.search")}</span>
        <Search
          aria-hidden
          className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 size-4 text-quiet"
        />
        <input
          ref={box}
          type="search"
          className="field w-full pl-9"
          placeholder={say("assets.search")}
          title={say("assets.search.key")}
          value={shown.text}
          maxLength={200}
          onChange={(event) => show({ text: event.target.value })}
        />
      </label>
      {(away > 0 || shown.hidden) && (
        <Toggle
          label={say("assets.hidden.show", { count: away })}
          on={shown.hidden}
          set={(hidden) => show({ hidden })}
        />
      )}
      <Toggle
        label={say("assets.core.show")}
        about={say("assets.core.about")}
        on={shown.core}
        set={(core) => show({ core })}
      />
    </div>
  );
}

type ToggleProps = { label: string; about?: string; on: boolean; set: (on: boolean) => void };

function Toggle({ label, about, on, set }: ToggleProps) {
  return (
    <label className="flex min-h-9 items-center gap-2.5 text-sm" title={about}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={on}
        className="switch"
        checked={on}
        onChange={(event) => set(event.target.checked)}
      />
      {label}
    </label>
  );
}
