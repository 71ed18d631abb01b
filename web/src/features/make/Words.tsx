// What each word of the concept became, and what it says of others.
import { useIsFetching } from "@tanstack/react-query";
import { LoaderCircle } from "lucide-react";
import { useEffect } from "react";
import { announce } from "@/shared/announce";
import { useWords } from "@/shared/words/words";
import type { Word } from "./api";
import { useForm } from "./form";
import { WordRow } from "./WordRow";

/** Those that become something to see, or should have; the others say something of them. */
const THINGS: Word["kind"][] = ["shape", "drawing", "lettering", "unmatched", "left_out"];

export function Words() {
  const say = useWords();
  const { draft, change, checked } = useForm();
  const words = draft.concept.trim() ? (checked?.words ?? []) : [];
  const things = words.filter(({ kind }) => THINGS.includes(kind));
  const lost = things.filter(({ kind }) => kind === "unmatched").length;
  const told = say("make.words.told", { found: things.length - lost, lost });
  useTold(things.length > 0 ? told : "");
  if (words.length === 0) return draft.concept.trim() ? <Reading /> : null;
  return (
    <section aria-labelledby="make-words">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="make-words" className="font-semibold text-sm">
          {say("make.words")}
        </h2>
        {lost > 0 && draft.unmatched === "refuse" && (
          <button
            type="button"
            className="min-h-6 text-[0.8125rem] text-accent hover:underline"
            onClick={() => change({ unmatched: "skip" })}
          >
            {say("make.words.skip")}
          </button>
        )}
      </div>
      <ul className="mt-2 divide-y divide-line border-line border-y empty:hidden">
        {things.map((word) => (
          <WordRow key={`${word.start} ${word.text}`} word={word} />
        ))}
      </ul>
      <Also words={words.filter((word) => !things.includes(word))} />
      <Notes />
    </section>
  );
}

/** The first look after a rest takes seconds, because a program must start for it: shown only when it
 * takes longer than usual. */
function Reading() {
  const say = useWords();
  const reading = useIsFetching({ queryKey: ["check"] }) > 0;
  if (!reading) return null;
  return (
    <p className="flex items-center gap-2 text-quiet text-sm transition-opacity delay-500 starting:opacity-0">
      <LoaderCircle aria-hidden className="size-4 motion-safe:animate-spin" />
      {say("make.words.reading")}
    </p>
  );
}

/** To screen readers, once typing rests and only when the outcome is another. */
function useTold(text: string): void {
  useEffect(() => {
    if (text) announce(text);
  }, [text]);
}

/** How many, how large, which color: small words, each with what it was taken for. */
function Also({ words }: { words: Word[] }) {
  const say = useWords();
  const moods = useForm().checked?.understood ?? [];
  if (words.length + moods.length === 0) return null;
  return (
    <div className="mt-3 flex flex-wrap items-baseline gap-x-4 gap-y-1 text-[0.8125rem]">
      <h3 className="text-quiet">{say("make.words.also")}</h3>
      <ul className="contents">
        {words.map(({ start, text, why }) => (
          <li key={start}>
            {text} <span className="text-quiet">{why}</span>
          </li>
        ))}
        {moods.map((mood) => (
          <li key={`mood ${mood}`}>
            {mood} <span className="text-quiet">{say("make.words.mood")}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What the server has to say besides: words that were left out, packs that only lend. */
function Notes() {
  const notes = useForm().checked?.notes ?? [];
  if (notes.length === 0) return null;
  return (
    <ul className="mt-3 grid gap-1 text-[0.8125rem] text-quiet leading-snug">
      {notes.map(({ code, message, hint }) => (
        <li key={code + message}>
          {message} {hint}
        </li>
      ))}
    </ul>
  );
}
