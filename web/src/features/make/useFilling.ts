// Fills the form with what the address asks for, once, and remembers what was in it before.
import { useEffect, useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { type Told, usePackNames, usePacks } from "@/shared/api";
import { handover } from "@/shared/handover";
import { useWords } from "@/shared/words/words";
import { useRecall } from "./api";
import { type Draft, draftOf, MOST } from "./draft";
import { seeded, type Wanted, wantedOf } from "./filling";
import type { Form } from "./form";

/** Where the form's content is from, what would be different today, and how to have it back. */
export type Filled = { from: string; job: string | null; told: Told[]; before: Draft };
export type Filling = {
  filled: Filled | null;
  /** Why it could not be filled. */
  error: Error | null;
  undo: () => void;
  dismiss: () => void;
};

export function useFilling({ draft, replace }: Form): Filling {
  const search = useSearch();
  const [, go] = useLocation();
  const packs = usePacks().data;
  const say = useWords();
  const nameOf = usePackNames();
  const recall = useRecall();
  const [filled, setFilled] = useState<Filled | null>(null);
  const done = useRef("");

  const fill = (next: Draft, from: string, told: Told[] = [], job: string | null = null) => {
    setFilled({ from, job, told, before: draft });
    replace(next);
  };
  const answer = (wanted: Wanted) => {
    if ("from" in wanted) {
      recall.mutate(wanted.from, {
        onSuccess: ({ brief, differences }) => {
          const next = seeded(draftOf(brief), wanted.seed);
          fill(next, say("make.filled.job"), differences, wanted.from);
        },
      });
    } else if ("sample" in wanted) {
      const found = packs
        ?.flatMap((pack) => pack.samples)
        .find(({ name }) => name === wanted.sample);
      if (found) fill(draftOf(found.brief), say("make.filled.sample", { concept: found.concept }));
    } else if ("packs" in wanted) {
      const ids = wanted.packs.slice(0, MOST.packs);
      fill(
        { ...draft, packs: ids },
        say("make.filled.packs", { packs: ids.map(nameOf).join(", ") }),
      );
    } else {
      const handed = handover.take();
      if (handed) fill(draftOf(handed.brief), say("make.filled.handed"), handed.told);
    }
  };
  useEffect(() => {
    const wanted = wantedOf(search);
    if (!wanted) done.current = "";
    if (!wanted || !packs || done.current === search) return;
    done.current = search;
    answer(wanted);
    // what is changed from here on is a draft of its own: a reload must not fill it again
    go("/make", { replace: true });
  });
  return {
    filled,
    error: recall.error,
    undo: () => {
      if (filled) replace(filled.before);
      setFilled(null);
    },
    dismiss: () => {
      setFilled(null);
      recall.reset();
    },
  };
}
