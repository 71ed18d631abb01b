// What a person says of a candidate: chosen, starred, a note.
import { Circle, CircleCheckBig, Star } from "lucide-react";
import type { MouseEvent } from "react";
import { useWords } from "@/shared/words/words";
import type { Selection } from "./selection";

type Props = { index: number; selection: Selection };

/** Takes a candidate into the selection, or out of it; with Shift all up to it. */
export function Choose({ index, selection, round }: Props & { round?: boolean }) {
  const say = useWords();
  if (!selection.selected) return null;
  const chosen = selection.has(index);
  const Sign = chosen ? CircleCheckBig : Circle;
  const click = (event: MouseEvent) =>
    event.shiftKey ? selection.extend(index) : selection.toggle(index);
  const name = say(chosen ? "select.done" : "select.verb");
  const look = round
    ? `grid size-8 place-items-center rounded-full bg-panel shadow-sm ring-1 ${chosen ? "ring-accent" : "ring-line"}`
    : "button";
  return (
    <button
      type="button"
      aria-pressed={chosen}
      aria-label={round ? say("select.of", { number: index + 1 }) : undefined}
      title={say("select.keys")}
      className={look}
      onClick={click}
    >
      <Sign
        aria-hidden
        className={`${round ? "size-5" : "size-4"} ${chosen ? "text-accent" : "text-quiet"}`}
      />
      {!round && name}
    </button>
  );
}

export function CandidateStar({ index, selection }: Props) {
  const say = useWords();
  const starred = selection.isStarred(index);
  return (
    <button
      type="button"
      aria-pressed={starred}
      aria-label={say("review.star", { number: index + 1 })}
      title={say(starred ? "star.remove" : "star.add")}
      className="grid size-8 shrink-0 place-items-center rounded-lg hover:bg-sunk"
      onClick={() => selection.star([index], !starred)}
    >
      <Star aria-hidden className={`size-4.5 ${starred ? "fill-star text-star" : "text-quiet"}`} />
    </button>
  );
}
