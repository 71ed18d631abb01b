import { Search, Star } from "lucide-react";
import { useEffect, useState } from "react";
import { useKeys } from "@/shared/keys";
import { useWords } from "@/shared/words/words";
import { type Chosen, GROUPS, type Group } from "./filter";

type Props = { chosen: Chosen; choose: (change: Partial<Chosen>) => void };

const TYPING_MS = 250;

/** Which jobs are shown: by words, by how they stand, and the starred ones alone. */
export function Filters({ chosen, choose }: Props) {
  const say = useWords();
  return (
    <search className="flex w-full flex-wrap items-center gap-2 sm:gap-3">
      <Words text={chosen.text} change={(text) => choose({ text })} />
      <select
        aria-label={say("filter.state")}
        value={chosen.group}
        onChange={(event) => choose({ group: event.target.value as Group | "" })}
        className="field"
      >
        <option value="">{say("filter.state.any")}</option>
        {(Object.keys(GROUPS) as Group[]).map((group) => (
          <option key={group} value={group}>
            {say(`filter.state.${group}`)}
          </option>
        ))}
      </select>
      <button
        type="button"
        className="button aria-pressed:border-ink"
        aria-pressed={chosen.starred}
        onClick={() => choose({ starred: !chosen.starred })}
      >
        <Star aria-hidden className={`size-4 ${chosen.starred ? "fill-current" : ""}`} />
        {say("filter.starred")}
      </button>
    </search>
  );
}

/** The search box; a search begins when the typing rests. `/` goes to it. */
function Words({ text, change }: { text: string; change: (text: string) => void }) {
  const say = useWords();
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  useKeys([["/", () => setTimeout(() => document.getElementById("search")?.focus())]]);
  useEffect(() => {
    if (typed === text) return;
    const timer = setTimeout(() => change(typed), TYPING_MS);
    return () => clearTimeout(timer);
  });
  return (
    <label className="relative min-w-40 flex-1 sm:max-w-sm" title={say("filter.search.key")}>
      <span className="sr-only">{say("filter.search")}</span>
      <Search aria-hidden className="-translate-y-1/2 absolute top-1/2 left-3 size-4 text-quiet" />
      <input
        id="search"
        type="search"
        value={typed}
        maxLength={200}
        placeholder={say("filter.search")}
        onChange={(event) => setTyped(event.target.value)}
        className="field w-full pl-9!"
      />
    </label>
  );
}
