// The list of the palette; the input beside it keeps the focus and tells which one is chosen.
import { useEffect, useRef } from "react";
import type { JobCard } from "@/shared/api";
import { Board } from "@/shared/ui/Board";
import { Keys } from "@/shared/ui/Keys";
import { Verdict } from "@/shared/ui/Verdict";

export type Choice = {
  id: string;
  name: string;
  /** Places in the name that fit what was typed. */
  marks: number[];
  keys?: string;
  disabled?: boolean;
  job?: JobCard;
  run: () => void;
};
export type Part = { title: string; choices: Choice[] };

type Props = {
  id: string;
  parts: Part[];
  chosen: number;
  point: (at: number) => void;
  run: (at: number) => void;
};

export function Choices({ id, parts, chosen, point, run }: Props) {
  let before = 0;
  return (
    <div id={id} role="listbox" className="overflow-y-auto p-2 empty:p-0" tabIndex={-1}>
      {parts.map(({ title, choices }) => {
        const first = before;
        before += choices.length;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a list box
          <div key={title} role="group" aria-label={title}>
            <p aria-hidden className="px-3 pt-3 pb-1 font-medium text-quiet text-xs">
              {title}
            </p>
            {choices.map((choice, i) => (
              <Option
                key={choice.id}
                id={`${id}-${first + i}`}
                choice={choice}
                chosen={first + i === chosen}
                point={() => point(first + i)}
                run={() => run(first + i)}
              />
            ))}
          </div>
        );
      })}
    </div>
  );
}

type OptionProps = {
  id: string;
  choice: Choice;
  chosen: boolean;
  point: () => void;
  run: () => void;
};

function Option({ id, choice, chosen, point, run }: OptionProps) {
  const own = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosen) own.current?.scrollIntoView?.({ block: "nearest" });
  }, [chosen]);
  const { name, marks, keys, disabled = false, job } = choice;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input hears the keys
    <div
      ref={own}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      aria-disabled={disabled}
      onPointerMove={point}
      onClick={run}
      className="flex min-h-10 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 text-sm aria-disabled:cursor-default aria-disabled:text-quiet aria-selected:bg-sunk"
    >
      {job && <Thumb job={job} />}
      <span className="mr-auto min-w-0 truncate">
        <Marked name={name} marks={marks} />
      </span>
      {job && (
        <span className="shrink-0 text-quiet max-sm:hidden">
          <Verdict job={job} />
        </span>
      )}
      {keys && <Keys keys={keys} />}
    </div>
  );
}

function Marked({ name, marks }: { name: string; marks: number[] }) {
  if (marks.length === 0) return name;
  return [...name.normalize("NFC")].map((sign, i) =>
    marks.includes(i) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a letter is its place
      <b key={i} className="font-bold">
        {sign}
      </b>
    ) : (
      sign
    ),
  );
}

function Thumb({ job }: { job: JobCard }) {
  const url = job.thumbs.find((thumb) => thumb.url)?.url;
  return (
    <Board className="size-9 shrink-0 overflow-hidden rounded-md ring-1 ring-line">
      {url && <img src={url} alt="" className="size-full object-contain" decoding="async" />}
    </Board>
  );
}
