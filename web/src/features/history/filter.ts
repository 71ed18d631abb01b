// What a person looks for, and the address that holds it: to be kept, shared and gone back to.
import { useCallback, useMemo } from "react";
import { useSearchParams } from "wouter";
import type { Filter, JobCard } from "@/shared/api";
import { localDay } from "@/shared/listing";

/** What a person chooses between: states, put together as people speak of them. */
export const GROUPS = {
  waiting: ["queued"],
  active: ["preparing", "running", "postprocess"],
  done: ["done"],
  failed: ["failed"],
  canceled: ["canceled"],
} as const satisfies Record<string, JobCard["state"][]>;
export type Group = keyof typeof GROUPS;
export const GROUP_NAMES = Object.keys(GROUPS) as Group[];

/** Days back from today, today included. */
export const PRESETS = { today: 1, week: 7, month: 30 } as const;
export type Preset = keyof typeof PRESETS;
export const PRESET_NAMES = Object.keys(PRESETS) as Preset[];

export type Chosen = {
  text: string;
  groups: Group[];
  packs: string[];
  starred: boolean;
  seed: string;
  /** Moves with the days, so that a saved filter stays true; `since` and `until` do not. */
  when: Preset | "";
  since: string;
  until: string;
};

export const NOTHING: Chosen = {
  text: "",
  groups: [],
  packs: [],
  starred: false,
  seed: "",
  when: "",
  since: "",
  until: "",
};

const MOST_PACKS = 20;
const DAY_MS = 86_400_000;
const PACK = /^[a-z][a-z0-9-]{0,63}$/;
const LARGEST_SEED = 2n ** 63n - 1n;

/** What an address asks for; what it could not mean is left out. */
export function parsed(search: URLSearchParams): Chosen {
  const listed = (name: string) => (search.get(name) ?? "").split(",");
  return {
    text: (search.get("text") ?? "").slice(0, 200),
    groups: GROUP_NAMES.filter((group) => listed("state").includes(group)),
    packs: [...new Set(listed("packs").filter((pack) => PACK.test(pack)))].slice(0, MOST_PACKS),
    starred: search.get("starred") === "yes",
    seed: asSeed(search.get("seed") ?? ""),
    when: PRESET_NAMES.find((name) => name === search.get("when")) ?? "",
    since: asDay(search.get("since") ?? ""),
    until: asDay(search.get("until") ?? ""),
  };
}

/** The part of an address that asks for it, without `?`; empty for everything. */
export function written(chosen: Chosen): string {
  const search = new URLSearchParams();
  const { text, groups, packs, starred, seed, when, since, until } = chosen;
  const wanted = {
    text,
    state: groups.join(","),
    packs: packs.join(","),
    starred: starred ? "yes" : "",
    seed,
    when,
    since: when ? "" : since,
    until: when ? "" : until,
  };
  for (const [name, value] of Object.entries(wanted)) if (value) search.set(name, value);
  return search.toString().replaceAll("%2C", ",");
}

/** What the server is asked for, as it is meant at `now`. */
export function asked(chosen: Chosen, now = Date.now()): Filter {
  const { text, groups, packs, starred, seed, when, since, until } = chosen;
  const first = when ? localDay(now - (PRESETS[when] - 1) * DAY_MS) : since;
  return {
    text: text.trim(),
    states: groups.flatMap((group) => [...GROUPS[group]]),
    packs,
    starred,
    seed,
    since: first,
    until: when ? "" : until,
  };
}

/** A seed as it is counted, or nothing. */
export function asSeed(text: string): string {
  return /^\d{1,19}$/.test(text) && BigInt(text) <= LARGEST_SEED ? BigInt(text).toString() : "";
}

function asDay(text: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : "";
}

export function useChosen() {
  const [search, setSearch] = useSearchParams();
  const address = search.toString();
  const chosen = useMemo(() => parsed(new URLSearchParams(address)), [address]);
  const choose = useCallback(
    (change: Partial<Chosen>) =>
      setSearch(
        (now) => new URLSearchParams(written({ ...parsed(new URLSearchParams(now)), ...change })),
        { replace: true },
      ),
    [setSearch],
  );
  return { chosen, choose, isAny: written(chosen) !== "" };
}
