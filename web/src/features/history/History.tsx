import { useEffect, useMemo, useRef, useState } from "react";
import { announce } from "@/shared/announce";
import type { Listing } from "@/shared/listing";
import { useTitle } from "@/shared/title";
import { BoardSwitch } from "@/shared/ui/BoardSwitch";
import { Refusal } from "@/shared/ui/Refusal";
import { useWords } from "@/shared/words/words";
import { Bulk } from "./Bulk";
import { Chips } from "./Chips";
import { Empty, Nothing } from "./Empty";
import { Filters } from "./Filters";
import { asked, NOTHING, useChosen, written } from "./filter";
import { Grid } from "./Grid";
import { SavedFilters } from "./SavedFilters";
import { useListing } from "./useListing";
import { useSelection } from "./useSelection";

/** Every job of the storage, newest first, as it comes to be. */
export default function History() {
  const say = useWords();
  const { chosen, choose, isAny } = useChosen();
  const address = written(chosen);
  const filter = useMemo(() => asked(chosen), [chosen]);
  const { listing, isOld, error, again, show, gather } = useListing(filter);
  const [lost, setLost] = useState<Error | null>(null);
  const selection = useSelection(gather, setLost);
  const { clear } = selection;
  useTitle(say("history.title"));
  useCounted(isOld ? undefined : listing, isAny);
  const shown = useRef(address);
  useEffect(() => {
    if (shown.current === address) return;
    shown.current = address;
    clear(); // what is not shown is not acted upon
    scrollTo({ top: 0 });
  }, [clear, address]);
  if (!listing) return error && <Refusal error={error} again={again} />;
  const isEmpty = listing.total === 0 && !isOld;
  const isFresh = isEmpty && !isAny;
  const trouble = error ?? lost;
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-3 pt-8 pb-6">
        <div className="mr-auto flex items-baseline gap-3">
          <h1 className="font-bold text-[1.75rem] leading-tight tracking-tight">
            {say("history.title")}
          </h1>
          {!isFresh && <Count total={listing.total} />}
        </div>
        {!isFresh && <BoardSwitch />}
        {!isFresh && <Filters chosen={chosen} choose={choose} />}
        {!isFresh && (
          <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-2 empty:hidden">
            <Chips chosen={chosen} choose={choose} />
            <SavedFilters address={address} />
          </div>
        )}
      </header>
      {isFresh && <Empty />}
      {isEmpty && isAny && <Nothing clear={() => choose(NOTHING)} />}
      {trouble && (
        <Trouble
          again={() => {
            setLost(null);
            again();
          }}
        />
      )}
      {listing.total > 0 && (
        <Grid key={address} listing={listing} isOld={isOld} show={show} selection={selection} />
      )}
      <Bulk selection={selection} listing={listing} />
    </>
  );
}

function Count({ total }: { total: number }) {
  const say = useWords();
  return (
    <p className="text-quiet text-sm tabular-nums">
      {say(total === 1 ? "history.count.one" : "history.count", { count: total.toLocaleString() })}
    </p>
  );
}

function Trouble({ again }: { again: () => void }) {
  const say = useWords();
  return (
    <p
      role="alert"
      className="sticky top-18 z-2 mx-auto mb-4 flex w-fit items-center gap-3 rounded-xl border border-line bg-panel py-2 pr-2 pl-4 text-sm shadow-lg"
    >
      {say("history.trouble")}
      <button type="button" className="button" onClick={again}>
        {say("refusal.again")}
      </button>
    </p>
  );
}

const RESTS_MS = 700; // while a person types, every count is old at once

/** Tells a screen reader how many a filter found, once it is settled. */
function useCounted(listing: Listing | undefined, isAny: boolean): void {
  const say = useWords();
  const total = listing?.total;
  const begun = useRef(false);
  useEffect(() => {
    if (total === undefined) return;
    const first = !begun.current;
    begun.current = true;
    if (first || !isAny) return;
    const timer = setTimeout(
      () =>
        announce(
          total === 0
            ? say("filter.nothing")
            : say(total === 1 ? "history.found.one" : "history.found", { count: total }),
        ),
      RESTS_MS,
    );
    return () => clearTimeout(timer);
  }, [total, isAny, say]);
}
