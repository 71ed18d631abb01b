// Fills the form with what the address asks for, once, and remembers what was in it before.
import { useEffect, useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { type Told, usePackNames, usePacks } from "@/shared/api";
import { handover } from "@/shared/handover";
import { useWords } from "@/shared/words/words";
import { useRecall } from "./api";
import { type Draft, draftOf, MOST } from "./draft";
import { seeded, type Wanted, wantedOf, withAssets } from "./filling";
import type { Form } from "./form";
import { showAssets } from "./useReturn";

/** What the form is filled with: from where, and what would be different today. */
type Filler = { draft: Draft; from: string; told?: Told[]; job?: string };
export type Filled = { from: string; job: string | null; told: Told[]; before: Draft };
export type Filling = {
  filled: Filled | null;
  /** Why it could not be filled. */
  error: Error | null;
  undo: () => void;
  dismiss: () => void;
};

export function useFilling({ draft, replace, activate }: Form): Filling {
  const search = useSearch();
  const [, go] = useLocation();
  const [filled, setFilled] = useState<Filled | null>(null);
  const { ready, answer, error, forget } = useAnswers({ draft, activate }, (filler) => {
    const { from, told = [], job = null } = filler;
    setFilled({ from, job, told, before: draft });
    replace(filler.draft);
  });
  const done = useRef("");
  useEffect(() => {
    const wanted = wantedOf(search);
    if (!wanted) done.current = "";
    if (!wanted || !ready || done.current === search) return;
    done.current = search;
    answer(wanted);
    // what is changed from here on is a draft of its own: a reload must not fill it again
    go("/make", { replace: true });
  });
  const undo = () => {
    if (filled) replace(filled.before);
    setFilled(null);
  };
  const dismiss = () => {
    setFilled(null);
    forget();
  };
  return { filled, error, undo, dismiss };
}

/** Finds what is wanted and hands it to `fill`; samples and names of packs must be there first. */
function useAnswers(
  { draft, activate }: Pick<Form, "draft" | "activate">,
  fill: (filler: Filler) => void,
) {
  const say = useWords();
  const nameOf = usePackNames();
  const { data: packs, isPending } = usePacks();
  const recall = useRecall();
  const answer = (wanted: Wanted) => {
    if ("from" in wanted) {
      const filled = (brief: Record<string, unknown>, told: Told[]) =>
        fill({
          draft: seeded(draftOf(brief), wanted.seed),
          from: say("make.filled.job"),
          told,
          job: wanted.from,
        });
      recall.mutate(wanted.from, {
        onSuccess: ({ brief, differences }) => filled(brief, differences),
      });
    } else if ("sample" in wanted) {
      const samples = packs?.flatMap((pack) => pack.samples);
      const found = samples?.find(({ name }) => name === wanted.sample);
      if (!found) return;
      const from = say("make.filled.sample", { concept: found.concept });
      fill({ draft: draftOf(found.brief), from });
    } else if ("packs" in wanted) {
      const ids = wanted.packs.slice(0, MOST.packs);
      const from = say("make.filled.packs", { packs: ids.map(nameOf).join(", ") });
      fill({ draft: { ...draft, packs: ids }, from });
    } else if ("assets" in wanted) {
      const from = say("make.filled.assets", { names: wanted.assets.join(", ") });
      fill({ draft: withAssets(draft, wanted.assets), from });
      activate(wanted.assets[0] ?? "");
      showAssets();
    } else {
      const handed = handover.take();
      if (!handed) return;
      fill({ draft: draftOf(handed.brief), from: say("make.filled.handed"), told: handed.told });
    }
  };
  return { ready: !isPending, answer, error: recall.error, forget: recall.reset };
}
