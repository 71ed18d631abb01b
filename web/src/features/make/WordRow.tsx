// One word of the concept: the shape that it became, why, and which others it could be.
import { CircleHelp, CircleSlash, Type, Undo2 } from "lucide-react";
import { useId, useState } from "react";
import { useLanguage } from "@/shared/preferences";
import { useWords } from "@/shared/words/words";
import type { Word } from "./api";
import { shapesOf } from "./draft";
import { useForm } from "./form";
import { Near } from "./Near";

const CAN_BE_OTHER: Word["kind"][] = ["shape", "drawing", "lettering"];

export function WordRow({ word }: { word: Word }) {
  const { draft, change } = useForm();
  const [opened, setOpened] = useState(false);
  const near = useId();
  const lost = word.kind === "unmatched";
  const pickedFor = Object.keys(shapesOf(draft)).find(
    (picked) => picked.toLowerCase() === word.text.toLowerCase(),
  );
  const open = opened || lost;
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
      <div className="flex gap-1.5 max-sm:flex-col max-sm:items-end">
        {pickedFor && <Back word={word.text} act={takeBack} />}
        {CAN_BE_OTHER.includes(word.kind) && (
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
    <p className="wrap-anywhere min-w-0 text-sm leading-snug">
      <span className="font-medium">{text}</span>
      {other && <span className="text-quiet"> → {label}</span>}
      <span
        className={`block text-[0.8125rem] first-letter:uppercase ${kind === "unmatched" ? "text-bad" : "text-quiet"}`}
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
