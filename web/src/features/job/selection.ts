// Which candidates a person chose, and what was said of each; kept with the job, not in the page.
import { useRef } from "react";
import { useDecide, useDecisions } from "@/shared/acts";
import { announce } from "@/shared/announce";
import type { Job } from "@/shared/api";
import { useWords } from "@/shared/words/words";
import { between } from "./reviewing";

export type Selection = {
  /** Undefined while nobody knows. */
  selected: number[] | undefined;
  has: (index: number) => boolean;
  toggle: (index: number) => void;
  /** All from the one that was chosen last to this one. */
  extend: (index: number) => void;
  set: (indices: number[]) => void;
  isStarred: (index: number) => boolean;
  star: (indices: number[], starred: boolean) => void;
  noteOf: (index: number) => string;
  /** Why the last change was not kept. */
  error: Error | null;
};

export function useSelection(job: Job): Selection {
  const say = useWords();
  const known = useDecisions(job.id).data;
  const decide = useDecide(job.id);
  const last = useRef<number>(undefined);
  const selected = known?.selected;
  const now = selected ?? [];
  const set = (indices: number[]) => {
    const sorted = [...new Set(indices)].sort((a, b) => a - b);
    if (!known || sorted.join() === now.join()) return;
    decide.mutate({ selected: sorted });
    announce(say("select.count", { count: sorted.length }));
  };
  return {
    selected,
    has: (index) => now.includes(index),
    toggle: (index) => {
      last.current = index;
      set(now.includes(index) ? now.filter((other) => other !== index) : [...now, index]);
    },
    extend: (index) => {
      set([...now, ...between(job.candidates, last.current ?? index, index)]);
      last.current = index;
    },
    set,
    isStarred: (index) => known?.candidates[index]?.starred ?? false,
    star: (indices, starred) =>
      decide.mutate({ candidates: Object.fromEntries(indices.map((i) => [i, { starred }])) }),
    noteOf: (index) => known?.candidates[index]?.note ?? "",
    error: decide.error,
  };
}
