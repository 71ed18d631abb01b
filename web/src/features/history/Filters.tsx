import { CalendarDays, CircleDot, Palette, Search, Sprout, Star, X } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { usePackNames, usePacks } from "@/shared/api";
import { useCommands } from "@/shared/commands";
import { Menu } from "@/shared/ui/Menu";
import { useWords } from "@/shared/words/words";
import { asSeed, type Chosen, GROUP_NAMES, type Group, PRESET_NAMES } from "./filter";

type Props = { chosen: Chosen; choose: (change: Partial<Chosen>) => void };

const TYPING_MS = 180;

/** Which jobs are shown. Everything that is chosen here is also a chip below. */
export function Filters({ chosen, choose }: Props) {
  const say = useWords();
  return (
    <search className="flex w-full flex-wrap items-center gap-2 max-sm:gap-1.5 max-sm:[&_summary]:gap-1 max-sm:[&_summary]:px-2.5 max-lg:[&_summary>svg:first-child]:hidden">
      <Words text={chosen.text} change={(text) => choose({ text })} />
      <States chosen={chosen} choose={choose} />
      <Packs chosen={chosen} choose={choose} />
      <Days chosen={chosen} choose={choose} />
      <SeedOf chosen={chosen} choose={choose} />
      <button
        type="button"
        className="button aria-pressed:border-ink max-lg:px-2.5!"
        aria-pressed={chosen.starred}
        onClick={() => choose({ starred: !chosen.starred })}
      >
        <Star aria-hidden className={`size-4 ${chosen.starred ? "fill-star text-star" : ""}`} />
        <span className="max-lg:sr-only">{say("history.starred")}</span>
      </button>
    </search>
  );
}

/** The search box; a search begins when the typing rests. `/` goes to it. */
function Words({ text, change }: { text: string; change: (text: string) => void }) {
  const say = useWords();
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(text);
  const sent = useRef(text);
  useEffect(() => {
    // the address changed by itself: a chip was removed, a saved filter taken
    if (text !== sent.current) setTyped(text);
    sent.current = text;
  }, [text]);
  useCommands([
    {
      id: "history.search",
      name: say("history.key.search"),
      group: "list",
      keys: "/",
      run: () => box.current?.select(),
    },
  ]);
  useEffect(() => {
    if (typed === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = typed;
      change(typed);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  });
  return (
    <div className="relative min-w-60 flex-1 max-sm:basis-full">
      <Search aria-hidden className="-translate-y-1/2 absolute top-1/2 left-3 size-4 text-quiet" />
      <input
        ref={box}
        type="search"
        value={typed}
        maxLength={200}
        aria-label={say("history.search")}
        placeholder={say("history.search")}
        onChange={(event) => setTyped(event.target.value)}
        className="field w-full pr-9! pl-9! [&::-webkit-search-cancel-button]:hidden"
      />
      {typed && (
        <button
          type="button"
          className="-translate-y-1/2 absolute top-1/2 right-1 grid size-7 place-items-center rounded-lg text-quiet hover:text-ink"
          aria-label={say("history.search.clear")}
          onClick={() => {
            setTyped("");
            box.current?.focus();
          }}
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </div>
  );
}

function States({ chosen, choose }: Props) {
  const say = useWords();
  const toggle = (group: Group) =>
    choose({
      groups: GROUP_NAMES.filter((one) => chosen.groups.includes(one) !== (one === group)),
    });
  return (
    <Menu
      label={counted(say("history.states"), chosen.groups.length)}
      icon={<CircleDot aria-hidden className="size-4" />}
    >
      {GROUP_NAMES.map((group) => (
        <Tick key={group} on={chosen.groups.includes(group)} toggle={() => toggle(group)}>
          {say(`filter.state.${group}`)}
        </Tick>
      ))}
    </Menu>
  );
}

function Packs({ chosen, choose }: Props) {
  const say = useWords();
  const nameOf = usePackNames();
  const packs = usePacks().data ?? [];
  const toggle = (id: string) =>
    choose({
      packs: chosen.packs.includes(id)
        ? chosen.packs.filter((pack) => pack !== id)
        : [...chosen.packs, id],
    });
  return (
    <Menu
      label={counted(say("history.packs"), chosen.packs.length)}
      icon={<Palette aria-hidden className="size-4" />}
    >
      <div className="grid max-h-96 overflow-y-auto">
        {packs.length === 0 && <p className="p-2 text-quiet text-sm">{say("history.packs.any")}</p>}
        {packs.map(({ id, palette }) => (
          <Tick key={id} on={chosen.packs.includes(id)} toggle={() => toggle(id)}>
            <span className="flex-1">{nameOf(id)}</span>
            <span aria-hidden className="flex overflow-hidden rounded-full ring-1 ring-line">
              {palette.slice(0, 4).map((color) => (
                <span key={color} className="h-3 w-2.5" style={{ background: color }} />
              ))}
            </span>
          </Tick>
        ))}
      </div>
    </Menu>
  );
}

function Days({ chosen, choose }: Props) {
  const say = useWords();
  const { when, since, until } = chosen;
  const own = Boolean(since || until) && !when;
  const preset = (value: Chosen["when"], name: string) => (
    <label key={value} className="item flex! items-center gap-2.5">
      <input
        type="radio"
        name="when"
        className="accent-accent"
        checked={when === value && !own}
        onChange={() => choose({ when: value, since: "", until: "" })}
      />
      {name}
    </label>
  );
  return (
    <Menu label={say("history.days")} icon={<CalendarDays aria-hidden className="size-4" />}>
      {preset("", say("history.days.any"))}
      {PRESET_NAMES.map((name) => preset(name, say(`history.days.${name}`)))}
      <fieldset className="mt-1 border-line border-t px-3 pt-3 pb-2">
        <legend className="sr-only">{say("history.days.own")}</legend>
        <p aria-hidden className="mb-2 font-medium text-sm">
          {say("history.days.own")}
        </p>
        <div className="grid gap-2">
          <Day
            name={say("history.days.since")}
            value={since}
            most={until}
            change={(day) => choose({ since: day, when: "" })}
          />
          <Day
            name={say("history.days.until")}
            value={until}
            least={since}
            change={(day) => choose({ until: day, when: "" })}
          />
        </div>
      </fieldset>
    </Menu>
  );
}

type DayProps = {
  name: string;
  value: string;
  least?: string;
  most?: string;
  change: (day: string) => void;
};

function Day({ name, value, least, most, change }: DayProps) {
  return (
    <label className="grid grid-cols-[4rem_1fr] items-center text-quiet text-sm">
      {name}
      <input
        type="date"
        value={value}
        min={least || undefined}
        max={most || undefined}
        onChange={(event) => change(event.target.value)}
        className="field w-full min-w-0 px-2! text-ink"
      />
    </label>
  );
}

function SeedOf({ chosen, choose }: Props) {
  const say = useWords();
  const [typed, setTyped] = useState(chosen.seed);
  const [wrong, setWrong] = useState(false);
  useEffect(() => setTyped(chosen.seed), [chosen.seed]);
  const find = (event: FormEvent) => {
    event.preventDefault();
    const seed = asSeed(typed.trim());
    setWrong(typed.trim() !== "" && seed === "");
    if (seed || !typed.trim()) choose({ seed });
  };
  return (
    <Menu label={say("history.seed")} icon={<Sprout aria-hidden className="size-4" />}>
      <form onSubmit={find} className="grid gap-2 p-2">
        <label className="grid gap-1.5 text-sm">
          {say("history.seed.hint")}
          <input
            inputMode="numeric"
            value={typed}
            maxLength={30}
            aria-invalid={wrong}
            aria-describedby={wrong ? "seed-wrong" : undefined}
            onChange={(event) => setTyped(event.target.value)}
            className="field w-full tabular-nums aria-invalid:border-bad"
          />
        </label>
        {wrong && (
          <p id="seed-wrong" role="alert" className="text-bad text-sm">
            {say("history.seed.wrong")}
          </p>
        )}
        <button type="submit" className="button">
          {say("history.seed.take")}
        </button>
      </form>
    </Menu>
  );
}

type TickProps = { on: boolean; toggle: () => void; children: ReactNode };

function Tick({ on, toggle, children }: TickProps) {
  return (
    <label className="item flex! items-center gap-2.5">
      <input type="checkbox" checked={on} onChange={toggle} className="accent-accent" />
      {children}
    </label>
  );
}

/** The name of a choice, and how much of it is chosen. */
const counted = (text: string, count: number): string => (count > 0 ? `${text} ${count}` : text);
