import { Bookmark, X } from "lucide-react";
import { useRef, useState } from "react";
import { announce } from "@/shared/announce";
import { usePackNames } from "@/shared/api";
import { useLanguage } from "@/shared/preferences";
import { type Say, useWords } from "@/shared/words/words";
import { type Chosen, NOTHING, written } from "./filter";
import { NameDialog } from "./NameDialog";
import { useSaved } from "./saved";

type Change = Partial<Chosen>;
type Props = { chosen: Chosen; choose: (change: Change) => void };

/** What narrows the list, each to be taken away by itself; and the name to keep it under. */
export function Chips({ chosen, choose }: Props) {
  const say = useWords();
  const row = useRef<HTMLDivElement>(null);
  const nameOf = usePackNames();
  const language = useLanguage();
  const { saved } = useSaved();
  const active = chips(chosen, say, nameOf, (day) => shown(day, language));
  const known = saved.some(({ address }) => address === written(chosen));
  if (active.length === 0) return null;
  const remove = (change: Change, at: number) => {
    choose(change);
    // the chip that had the focus goes: the next one has it
    requestAnimationFrame(() => {
      const left = row.current?.querySelectorAll("button");
      left?.[Math.min(at, left.length - 1)]?.focus();
    });
  };
  return (
    <div ref={row} className="flex flex-wrap items-center gap-2">
      <ul aria-label={say("history.chips")} className="contents">
        {active.map(({ name, change }, at) => (
          <li key={name}>
            <button
              type="button"
              className="chip max-w-64"
              aria-label={say("history.chip.remove", { name })}
              onClick={() => remove(change, at)}
            >
              <span className="truncate">{name}</span>
              <X aria-hidden className="size-3.5 shrink-0 text-quiet" />
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="chip border-transparent! bg-transparent! text-quiet hover:text-ink"
        onClick={() => choose(NOTHING)}
      >
        {say("history.clear")}
      </button>
      {!known && (
        <Keep address={written(chosen)} suggestion={active.map(({ name }) => name).join(", ")} />
      )}
    </div>
  );
}

function Keep({ address, suggestion }: { address: string; suggestion: string }) {
  const say = useWords();
  const { keep } = useSaved();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="chip border-transparent! bg-transparent! text-quiet hover:text-ink"
        onClick={() => setOpen(true)}
      >
        <Bookmark aria-hidden className="size-3.5" />
        {say("history.save")}
      </button>
      {open && (
        <NameDialog
          title={say("history.save.title")}
          about={say("history.save.about")}
          name={suggestion.slice(0, 40)}
          close={() => setOpen(false)}
          take={(name) =>
            announce(
              keep({ name, address })
                ? say("history.saved.done", { name })
                : say("history.saved.failed"),
            )
          }
        />
      )}
    </>
  );
}

type Chip = { name: string; change: Change };

/** The chips of a filter in the order in which they are chosen above. */
export function chips(
  chosen: Chosen,
  say: Say,
  nameOf: (pack: string) => string,
  shown: (day: string) => string,
): Chip[] {
  const { text, groups, packs, starred, seed, when, since, until } = chosen;
  const days = { since: shown(since), until: shown(until) };
  const own =
    since && until ? "history.chip.days" : since ? "history.chip.since" : "history.chip.until";
  return [
    ...(text.trim() ? [{ name: `“${text.trim()}”`, change: { text: "" } }] : []),
    ...groups.map((group) => ({
      name: say(`filter.state.${group}`),
      change: { groups: groups.filter((one) => one !== group) },
    })),
    ...packs.map((pack) => ({
      name: nameOf(pack),
      change: { packs: packs.filter((one) => one !== pack) },
    })),
    ...(when ? [{ name: say(`history.days.${when}`), change: { when: "" as const } }] : []),
    ...(!when && (since || until)
      ? [{ name: say(own, days), change: { since: "", until: "" } }]
      : []),
    ...(seed ? [{ name: say("history.chip.seed", { seed }), change: { seed: "" } }] : []),
    ...(starred ? [{ name: say("history.starred"), change: { starred: false } }] : []),
  ];
}

const shown = (day: string, language: string): string =>
  day &&
  new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(new Date(`${day}T12:00`));
