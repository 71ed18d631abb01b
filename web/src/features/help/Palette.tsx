// Everything that can be done now, and every job, by a few letters of its name.
import { CornerDownLeft, Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { useLocation } from "wouter";
import { type Command, isHeard, useRegistered } from "@/shared/commands";
import { useLanguage } from "@/shared/preferences";
import { Sheet } from "@/shared/ui/Sheet";
import { useWords } from "@/shared/words/words";
import { Choices, type Part } from "./Choices";
import { FOR_CHOOSING, grouped, type Hit, search } from "./listing";
import { useFoundJobs } from "./useFoundJobs";

type Props = { inDialog: boolean; closed: () => void };

export default function Palette({ inDialog, closed }: Props) {
  const say = useWords();
  const [typed, setTyped] = useState("");
  const { parts, searching } = useParts(typed, inDialog);
  const [at, setAt] = useState(0);
  const list = useId();
  const choices = parts.flatMap((part) => part.choices);
  const chosen = Math.min(at, choices.length - 1);
  const run = (place: number) => {
    const choice = choices[place];
    if (!choice || choice.disabled) return;
    closed();
    // what it does may want the focus, which the closing dialog gives back first
    setTimeout(choice.run);
  };
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const to = moves(event.key, chosen, choices.length);
    if (to !== null) setAt(to);
    else if (event.key === "Enter") run(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <Sheet kind="top" bare title={say("palette.title")} closed={closed}>
      <div className="flex items-center gap-3 border-line border-b px-4">
        <Search aria-hidden className="size-4.5 shrink-0 text-quiet" />
        <input
          type="text"
          role="combobox"
          data-first
          aria-expanded
          aria-controls={list}
          aria-activedescendant={choices[chosen] ? `${list}-${chosen}` : undefined}
          aria-label={say("palette.title")}
          placeholder={say("palette.hint")}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          className="h-13 w-full bg-transparent text-base outline-none placeholder:text-quiet"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={keys}
        />
        <CornerDownLeft aria-hidden className="size-4 shrink-0 text-quiet" />
      </div>
      <Choices id={list} parts={parts} chosen={chosen} point={setAt} run={run} />
      <p aria-live="polite" className={choices.length ? "sr-only" : "px-5 pb-6 text-quiet text-sm"}>
        {choices.length
          ? say("palette.count", { count: choices.length })
          : say(searching ? "loading" : "palette.nothing")}
      </p>
    </Sheet>
  );
}

/** Where a key leads in a list of `count`; null when it leads nowhere. */
function moves(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return (at + count - 1) % count;
  if (key === "PageDown") return Math.min(count - 1, at + 8);
  if (key === "PageUp") return Math.max(0, at - 8);
  return null;
}

function useParts(typed: string, inDialog: boolean): { parts: Part[]; searching: boolean } {
  const say = useWords();
  const language = useLanguage();
  const [, go] = useLocation();
  const offered = useOffered(inDialog);
  const jobs = useFoundJobs(inDialog ? "" : typed);
  return useMemo(() => {
    const hits = search(offered, typed, language);
    const choice = ({ command, found, name }: Hit) => ({ ...command, name, marks: found.at });
    const parts: Part[] = typed.trim()
      ? [{ title: say("palette.commands"), choices: hits.map(choice) }]
      : grouped(hits, ({ command }) => command.group, FOR_CHOOSING).map(([group, own]) => ({
          title: say(`group.${group}`),
          choices: own.map(choice),
        }));
    const found: Part = {
      title: say("palette.jobs"),
      choices: (jobs.data ?? []).map((job) => ({
        id: job.id,
        name: job.concept || say("job.no-concept"),
        job,
        marks: [],
        run: () => go(`/jobs/${job.id}`),
      })),
    };
    return {
      parts: [...parts, found].filter(({ choices }) => choices.length > 0),
      searching: jobs.isFetching,
    };
  }, [offered, typed, language, jobs, say, go]);
}

/** What could be done as the palette was opened; it does not change under a person's hands. */
function useOffered(inDialog: boolean): Command[] {
  const registered = useRegistered();
  const first = useRef<Command[] | null>(null);
  const [offered, setOffered] = useState<Command[]>([]);
  useEffect(() => {
    first.current ??= registered;
    const there = first.current.filter((command) => isHeard(command, inDialog));
    setOffered(there.filter(({ id }) => id !== "app.palette"));
  }, [registered, inDialog]);
  return offered;
}
