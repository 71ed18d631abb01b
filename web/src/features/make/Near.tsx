// Shapes that a word could be instead: those near to it, and any that a person looks for.
import { Search } from "lucide-react";
import { useState } from "react";
import { useLanguage } from "@/shared/preferences";
import { useWords } from "@/shared/words/words";
import { type Shape, useShapes, type Word } from "./api";

const LONGEST = 60; // of what may be searched for

type Props = { id: string; word: Word; pick: (shape: string) => void };

export function Near({ id, word, pick }: Props) {
  const say = useWords();
  const [text, setText] = useState("");
  const found = useShapes(text);
  const searched = text.trim() !== "";
  const shapes = searched ? (found.data ?? []) : word.near;
  const nothing = searched && found.data?.length === 0 && !found.isPlaceholderData;
  const label = say("make.words.search", { word: word.text });
  return (
    <div id={id} className="col-span-full mt-2 grid gap-1.5">
      <div className="relative">
        <Search aria-hidden className="absolute top-2.5 left-3 size-4 text-quiet" />
        <input
          type="search"
          value={text}
          maxLength={LONGEST}
          onChange={(event) => setText(event.target.value)}
          aria-label={label}
          placeholder={label}
          className="field w-full max-w-80 pl-9!"
        />
      </div>
      {nothing && (
        <p role="status" className="text-[0.8125rem] text-quiet">
          {say("make.words.nothing")}
        </p>
      )}
      <ul
        aria-label={say("make.words.others.of", { word: word.text })}
        className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-1.5 empty:hidden"
      >
        {shapes.map((shape) => (
          <Tile key={shape.name} shape={shape} word={word} pick={() => pick(shape.name)} />
        ))}
      </ul>
    </div>
  );
}

function Tile({ shape, word, pick }: { shape: Shape; word: Word; pick: () => void }) {
  const say = useWords();
  const label = shape.label[useLanguage()];
  return (
    <li className="grid">
      <button
        type="button"
        aria-label={say("make.words.pick", { word: word.text, shape: label })}
        aria-pressed={shape.name === word.shape?.name}
        onClick={pick}
        className="grid content-start justify-items-center gap-1 rounded-lg border border-line bg-panel px-1 py-2 hover:bg-sunk aria-pressed:border-ink"
      >
        <img src={shape.picture} alt="" loading="lazy" className="size-9 object-contain" />
        <span className="line-clamp-2 text-center text-xs leading-tight">{label}</span>
      </button>
    </li>
  );
}
