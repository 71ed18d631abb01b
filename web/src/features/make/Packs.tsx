// The style packs as pictures: up to four, in an order that matters.
import { ArrowLeft, ArrowRight, Search, X } from "lucide-react";
import { useState } from "react";
import { announce } from "@/shared/announce";
import { type Pack, usePackNames, usePacks } from "@/shared/api";
import { useWords } from "@/shared/words/words";
import { MOST, moved } from "./draft";
import { Group } from "./Field";
import { ofItem } from "./faults";
import { useForm } from "./form";
import { PackTile } from "./PackTile";
import { Small } from "./Small";

export function Packs() {
  const say = useWords();
  const { packs: chosen } = useForm().draft;
  const { data: packs } = usePacks();
  const [text, setText] = useState("");
  const [opened, setOpened] = useState<string | null>(null);
  const shown = packs?.filter((pack) => isFound(pack, text)) ?? [];
  return (
    <Group
      name="packs"
      label={say("make.packs")}
      hint={say("make.packs.about")}
      aside={`${chosen.length} / ${MOST.packs}`}
    >
      {chosen.length > 0 && <Chosen />}
      <Filter text={text} setText={setText} />
      {packs && shown.length === 0 && (
        <p className="py-4 text-center text-quiet text-sm">{say("make.packs.nothing")}</p>
      )}
      <ul className="grid grid-flow-row-dense grid-cols-3 gap-2">
        {shown.map((pack) => (
          <PackTile
            key={pack.id}
            pack={pack}
            opened={opened === pack.id}
            open={() => setOpened(opened === pack.id ? null : pack.id)}
          />
        ))}
      </ul>
    </Group>
  );
}

/** Whether every word is somewhere in what a pack says of itself, in either language. */
function isFound({ id, name, description }: Pack, text: string): boolean {
  const told = [id, name.en, name.ko, description.en, description.ko].join(" ").toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => told.includes(word));
}

function Filter({ text, setText }: { text: string; setText: (text: string) => void }) {
  const say = useWords();
  return (
    <div className="relative">
      <Search aria-hidden className="absolute top-2.5 left-3 size-4 text-quiet" />
      <input
        type="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        aria-label={say("make.packs.filter")}
        placeholder={say("make.packs.filter")}
        className="field w-full pl-9!"
      />
    </div>
  );
}

/** The chosen ones in their order: the first draws, the others lend. */
function Chosen() {
  const { draft, change } = useForm();
  const say = useWords();
  const nameOf = usePackNames();
  const { packs } = draft;
  const move = (from: number, by: -1 | 1, button: HTMLElement) => {
    const next = moved(packs, from, by);
    if (next === packs) return;
    change({ packs: next });
    announce(say("make.packs.moved", { pack: nameOf(packs[from] ?? ""), place: from + by + 1 }));
    // a chip that is moved in the page loses the focus
    requestAnimationFrame(() => button.focus());
  };
  return (
    <ol className="flex flex-wrap gap-1.5">
      {packs.map((id, place) => (
        <Chip
          key={id}
          place={place}
          name={nameOf(id)}
          move={packs.length > 1 ? (by, button) => move(place, by, button) : null}
          remove={() => change({ packs: packs.filter((other) => other !== id) })}
        />
      ))}
    </ol>
  );
}

type ChipProps = {
  place: number;
  name: string;
  move: ((by: -1 | 1, button: HTMLElement) => void) | null;
  remove: () => void;
};

function Chip({ place, name, move, remove }: ChipProps) {
  const say = useWords();
  const { draft, faults } = useForm();
  const faulty = ofItem(faults.packs, place).length > 0;
  const last = place === draft.packs.length - 1;
  return (
    <li className={`chip gap-0.5! pr-0.5! ${faulty ? "border-bad!" : ""}`}>
      <span className="mr-1 text-quiet">{place + 1}</span>
      <span className="mr-1 font-medium">{name}</span>
      {move && (
        <>
          <Small
            label={say("make.packs.sooner", { pack: name })}
            idle={place === 0}
            act={(button) => move(-1, button)}
          >
            <ArrowLeft aria-hidden className="size-3.5" />
          </Small>
          <Small
            label={say("make.packs.later", { pack: name })}
            idle={last}
            act={(button) => move(1, button)}
          >
            <ArrowRight aria-hidden className="size-3.5" />
          </Small>
        </>
      )}
      <Small label={say("make.remove", { name })} act={remove}>
        <X aria-hidden className="size-3.5" />
      </Small>
    </li>
  );
}
