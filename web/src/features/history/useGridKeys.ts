// The keys of the list: arrows walk, Space selects, letters act on the card that has the focus.
import { type RefObject, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useDecide } from "@/shared/acts";
import { type Command, useCommands } from "@/shared/commands";
import type { Listing } from "@/shared/listing";
import { type Say, useWords } from "@/shared/words/words";
import type { Selection } from "./useSelection";

type Props = {
  listing: Listing;
  current: number;
  columns: number;
  grid: RefObject<HTMLElement | null>;
  focus: (place: number) => void;
  selection: Selection;
};

/** Offers the keys; says whether a card has the focus. */
export function useGridKeys(props: Props): boolean {
  const { listing, current, columns, grid, focus, selection } = props;
  const say = useWords();
  const [, go] = useLocation();
  const onCard = useOnCard(grid);
  const job = listing.jobs[current];
  const decide = useDecide(job?.id ?? "");
  const walk = (id: Walk, keys: string, to: number, anywhere = false): Command => ({
    ...named(say, id),
    keys,
    disabled: !onCard && !anywhere,
    run: () => focus(onCard ? to : current),
  });
  const act = (id: Act, keys: string, run: () => void): Command => ({
    ...named(say, id),
    keys,
    disabled: !onCard || !job,
    run,
  });
  useCommands([
    // the first arrow of all goes to the card, the next ones from it
    walk("left", "ArrowLeft", current - 1, true),
    walk("right", "ArrowRight", current + 1, true),
    walk("up", "ArrowUp", current - columns < 0 ? current : current - columns),
    walk("down", "ArrowDown", current + columns),
    walk("first", "Home", 0),
    walk("last", "End", listing.total - 1),
    act("open", "Enter", () => job && go(`/jobs/${job.id}`)),
    act("select", " ", () => job && selection.toggle(job, current)),
    act("extend", "shift+Enter", () => selection.extend(current)),
    act("star", "s", () => job && decide.mutate({ starred: !job.starred })),
    act("again", "r", () => job?.can_rerun && go(`/make?from=${job.id}`)),
    {
      ...named(say, "clear"),
      keys: "Escape",
      disabled: selection.chosen.size === 0,
      run: selection.clear,
    },
  ]);
  return onCard;
}

type Walk = "left" | "right" | "up" | "down" | "first" | "last";
type Act = "open" | "select" | "extend" | "star" | "again" | "clear";

const named = (say: Say, id: Walk | Act): Pick<Command, "id" | "name" | "group"> => ({
  id: `history.${id}`,
  name: say(`history.key.${id}`),
  group: "list",
});

/** Whether the focus is on the link of a card; its buttons have keys of their own. */
function useOnCard(grid: RefObject<HTMLElement | null>): boolean {
  const [onCard, setOnCard] = useState(false);
  useEffect(() => {
    const look = () => {
      const now = document.activeElement;
      setOnCard(Boolean(now?.matches("[data-at]") && grid.current?.contains(now)));
    };
    const late = () => setTimeout(look); // the focus is nowhere while it moves
    document.addEventListener("focusin", look);
    document.addEventListener("focusout", late);
    look();
    return () => {
      document.removeEventListener("focusin", look);
      document.removeEventListener("focusout", late);
    };
  }, [grid]);
  return onCard;
}
