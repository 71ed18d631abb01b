// The library of brand artwork: what is in it, and files on their way into it.
import { ChevronLeft, History, Info } from "lucide-react";
import { useReducer, useRef } from "react";
import { Link, useSearchParams } from "wouter";
import { announce } from "@/shared/announce";
import { useTitle } from "@/shared/title";
import { BoardSwitch } from "@/shared/ui/BoardSwitch";
import { Refusal } from "@/shared/ui/Refusal";
import { useWords } from "@/shared/words/words";
import { AssetSheet } from "./AssetSheet";
import { useCanPlace, useLibrary } from "./api";
import { DropArea, useDrop } from "./DropArea";
import { LogSheet } from "./LogSheet";
import { Rows } from "./Rows";
import { MOST_ROWS, rowsAfter } from "./rows";
import { Shelf } from "./Shelf";

export default function Assets() {
  const say = useWords();
  const { data: assets, error, refetch } = useLibrary();
  const [rows, act] = useReducer(rowsAfter, []);
  const [search, setSearch] = useSearchParams();
  const chooser = useRef<HTMLInputElement>(null);
  useTitle(say("assets.title"));
  const open = search.get("asset");
  const change = (turn: (now: URLSearchParams) => void) =>
    setSearch(
      (now) => {
        turn(now);
        return now;
      },
      { replace: true },
    );
  const close = () => change((now) => now.delete("asset"));
  const take = (files: File[]) => {
    if (rows.length + files.length > MOST_ROWS) {
      announce(say("assets.too-many", { count: MOST_ROWS }));
    }
    act({ do: "take", files, into: open });
    if (open !== null) close();
  };
  const { over, ...target } = useDrop(take);
  if (error && !assets) return <Refusal error={error} again={() => refetch()} />;
  return (
    <div {...target} className="min-h-[calc(100dvh-10rem)]">
      {search.get("for") === "make" && <Back />}
      <Head open={() => change((now) => now.set("log", ""))} />
      <Notice />
      <DropArea
        over={over}
        take={take}
        chooser={chooser}
        large={assets?.length === 0 && rows.length === 0}
      />
      {rows.length > 0 && (
        <Rows rows={rows} act={act} assets={assets ?? []} done={() => chooser.current?.focus()} />
      )}
      {assets && assets.length > 0 && <Shelf assets={assets} />}
      {open !== null && assets && (
        <AssetSheet
          key={open}
          id={open}
          asset={assets.find(({ id }) => id === open)}
          take={take}
          closed={close}
        />
      )}
      {search.has("log") && open === null && (
        <LogSheet closed={() => change((now) => now.delete("log"))} />
      )}
    </div>
  );
}

/** Who came from a brief for a picture goes back to it. */
function Back() {
  const say = useWords();
  return (
    <p className="-mb-6 pt-5 text-sm">
      <Link
        href="/make#make-assets"
        className="-ml-1 inline-flex min-h-6 items-center text-quiet hover:text-ink"
      >
        <ChevronLeft aria-hidden className="size-4" />
        {say("assets.back")}
      </Link>
    </p>
  );
}

function Head({ open }: { open: () => void }) {
  const say = useWords();
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-3 pt-8 pb-5">
      <div className="mr-auto">
        <h1 className="font-bold text-[1.75rem] leading-tight tracking-tight">
          {say("assets.title")}
        </h1>
        <p className="mt-1 text-quiet text-sm">{say("assets.about")}</p>
      </div>
      <button type="button" className="button" onClick={open}>
        <History aria-hidden className="size-4 text-quiet" />
        {say("assets.log.title")}
      </button>
      <BoardSwitch />
    </div>
  );
}

/** Nothing is promised that no model here can keep. */
function Notice() {
  const say = useWords();
  const canPlace = useCanPlace();
  if (canPlace !== false) return null;
  return (
    <p className="mb-5 flex items-start gap-2.5 rounded-xl bg-sunk px-4 py-3 text-sm">
      <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-quiet" />
      <span>
        <span className="font-medium">{say("assets.not-placed")}</span>{" "}
        <span className="text-quiet">{say("assets.not-placed.about")}</span>
      </span>
    </p>
  );
}
