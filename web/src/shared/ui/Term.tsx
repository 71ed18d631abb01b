// A word of the glossary within a text: pointing, touching or the keyboard tells what it means.
import { type ReactNode, useId, useRef } from "react";
import type { TermName } from "@/shared/glossary";
import { useWords } from "@/shared/words/words";

const GAP = 6;
const EDGE = 8;

export function Term({ name, children }: { name: TermName; children?: ReactNode }) {
  const say = useWords();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const show = () => button.current && tip.current && place(button.current, tip.current);
  const hide = () => {
    // it stays while the pointer rests on it, to be read and copied
    if (!tip.current?.matches(":hover, :popover-open:focus-within")) tip.current?.hidePopover();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-describedby={id}
        className="inline cursor-help underline decoration-dotted decoration-quiet underline-offset-4"
        onPointerEnter={show}
        onPointerLeave={() => setTimeout(hide, 80)}
        onFocus={show}
        onBlur={() => tip.current?.hidePopover()}
        onClick={show}
      >
        {children ?? say(`term.${name}`)}
      </button>
      <span
        ref={tip}
        id={id}
        role="tooltip"
        // Escape closes it, and so does another one
        popover="auto"
        onPointerLeave={hide}
        className="m-0 max-w-72 rounded-lg border border-line bg-panel px-3 py-2 text-left font-normal text-ink text-sm leading-normal shadow-lg"
      >
        {say(`term.${name}.about`)}
      </span>
    </>
  );
}

/** Below the word, or above it where there is no room, and always within the window. */
function place(word: HTMLElement, tip: HTMLElement): void {
  tip.showPopover();
  const at = word.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const below = at.bottom + GAP;
  const top = below + height > innerHeight - EDGE ? at.top - GAP - height : below;
  const left = Math.min(Math.max(EDGE, at.left), innerWidth - EDGE - width);
  tip.style.top = `${top}px`;
  tip.style.left = `${left}px`;
}
