// One word of the concept: the shape that it became, why, and which others it could be.
import { CircleHelp, CircleSlash, Type, Undo2 } from "lucide-react";
import { useId, useState } from "react";
import { useLanguage } from "@/shared/preferences";
import { useWords } from "@/shared/words/words";
import type { Shape, Word } from "./api";
import { shapesOf } from "./draft";
import { useForm } from "./form";

export function WordRow({ word }: { word: Word }) {
  const { draft, change } = useForm();
  const [opened, setOpened] = useState(false);
  const near = useId();
  const lost = word.kind === "unmatched";
  const pickedFor = Object.keys(shapesOf(draft)).find(
    (picked) => picked.toLowerCase() === word.text.toLowerCase(),
  );
  const open = (opened || lost) && word.near.length > 0;
  const takeBack = () => {
    const { [pickedFor ?? ""]: _, ...others } = draft.shapes;
    change({ shapes: others });
  };
  const pick = (shape: string) => {
    setOpened(false);
    change({ shapes: { ...draft.shapes, [pickedFor ?? word.text]: shape } });
  };
  return (
    <li className="grid grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-x-3 py-2.5">
      <Sign word={word} />
      <Told word={word} />
      <div className="flex gap-1.5">
        {pickedFor && <Back word={word.text} act={takeBack} />}
        {!lost && word.near.length > 0 && (
          <Others
            word={word.text}
            opened={opened}
            controls={open ? near : undefined}
            act={() => setOpened(!opened)}
          />
        )}
      </div>
      {open && <Near id={near} word={word} pick={pick} />}
    </li>
  );
}

function Told({ word: { text, kind, shape, why } }: { word: Word }) {
  const label = shape?.label[useLanguage()];
  const other = label && label.toLowerCase() !== text.toLowerCase();
  return (
    <p className="min-w-0 text-sm leading-snug">
      <span className="font-medium">{text}</span>
      {other && <span className="text-quiet"> → {label}</span>}
      <span
        className={`block text-[0.8125rem] ${kind === "unmatched" ? "text-bad" : "text-quiet"}`}
      >
        {why}
      </span>
    </p>
  );
}

function Back({ word, act }: { word: string; act: () => void }) {
  const say = useWords();
  return (
    <button
      type="button"
      className="chip"
      onClick={act}
      aria-label={`${say("make.words.back")}: ${word}`}
    >
      <Undo2 aria-hidden className="size-3.5" />
      {say("make.words.back")}
    </button>
  );
}

type OthersProps = {
  word: string;
  opened: boolean;
  controls: string | undefined;
  act: () => void;
};

function Others({ word, opened, controls, act }: OthersProps) {
  const say = useWords();
  return (
    <button
      type="button"
      className="chip"
      aria-expanded={opened}
      aria-controls={controls}
      aria-label={say("make.words.others.of", { word })}
      onClick={act}
    >
      {say("make.words.others")}
    </button>
  );
}

/** The shape itself; what has none has a sign of its kind. */
function Sign({ word: { kind, picture } }: { word: Word }) {
  const Icon = kind === "unmatched" ? CircleHelp : kind === "left_out" ? CircleSlash : Type;
  return (
    <span className="grid size-12 place-items-center rounded-lg bg-sunk">
      {picture ? (
        <img src={picture} alt="" className="size-9 object-contain" />
      ) : (
        <Icon
          aria-hidden
          className={`size-5 ${kind === "unmatched" ? "text-bad" : "text-quiet"}`}
        />
      )}
    </span>
  );
}

type NearProps = { id: string; word: Word; pick: (shape: string) => void };

function Near({ id, word, pick }: NearProps) {
  const say = useWords();
  const language = useLanguage();
  const named = (shape: Shape) =>
    say("make.words.pick", { word: word.text, shape: shape.label[language] });
  return (
    <ul
      id={id}
      aria-label={say("make.words.others.of", { word: word.text })}
      className="col-span-full mt-2 grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-1.5"
    >
      {word.near.map((shape) => (
        <li key={shape.name} className="grid">
          <button
            type="button"
            aria-label={named(shape)}
            aria-pressed={shape.name === word.shape?.name}
            onClick={() => pick(shape.name)}
            className="grid content-start justify-items-center gap-1 rounded-lg border border-line bg-panel px-1 py-2 hover:bg-sunk aria-pressed:border-ink"
          >
            <img src={shape.picture} alt="" loading="lazy" className="size-9 object-contain" />
            <span className="line-clamp-2 text-center text-xs leading-tight">
              {shape.label[language]}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
