import { useSearchParams } from "wouter";
import type { Filter, JobCard } from "@/shared/api";

/** What a person chooses between: states, put together as people speak of them. */
export const GROUPS = {
  waiting: ["queued"],
  active: ["preparing", "running", "postprocess"],
  done: ["done"],
  failed: ["failed"],
  canceled: ["canceled"],
} as const satisfies Record<string, JobCard["state"][]>;
export type Group = keyof typeof GROUPS;

const isGroup = (text: string | null): text is Group => text !== null && text in GROUPS;

export type Chosen = { text: string; group: Group | ""; starred: boolean };

/** The filter of the list. The address holds it, so it can be kept, shared and gone back to. */
export function useFilter() {
  const [search, setSearch] = useSearchParams();
  const group = search.get("state");
  const chosen: Chosen = {
    text: search.get("text") ?? "",
    group: isGroup(group) ? group : "",
    starred: search.get("starred") === "yes",
  };
  const choose = (change: Partial<Chosen>) => {
    const { text, group, starred } = { ...chosen, ...change };
    const wanted = { text, state: group, starred: starred ? "yes" : "" };
    setSearch(Object.fromEntries(Object.entries(wanted).filter(([, value]) => value)), {
      replace: true,
    });
  };
  const filter: Filter = {
    text: chosen.text,
    states: chosen.group ? [...GROUPS[chosen.group]] : [],
    starred: chosen.starred,
  };
  const isAny = Boolean(chosen.text || chosen.group || chosen.starred);
  return { chosen, choose, filter, isAny };
}
