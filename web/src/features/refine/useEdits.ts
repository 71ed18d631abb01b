// The strokes on the desk: drawn, undone, saved, kept against a reload, and those of others.
import { useCallback, useEffect, useRef, useState } from "react";
import { type Refine, useSave } from "./api";
import { draftOf, dropDraft, keepDraft } from "./draft";
import { begun, changed, current, type Edits, type Stroke, same } from "./strokes";

/** Typing a list into the tab's store for every dab would be felt. */
const REST_MS = 400;

type Saved = { strokes: readonly Stroke[]; revision: number };

export type Desk = {
  edits: Edits;
  strokes: readonly Stroke[];
  change: (next: (edits: Edits) => Edits) => void;
  unsaved: boolean;
  /** Strokes that were not saved came back after a reload. */
  restored: boolean;
  save: (over?: boolean) => void;
  saving: boolean;
  /** The last saving here went well, and nothing came after it. */
  done: boolean;
  error: Error | null;
  /** The revision of somebody else, which is not the one that was drawn upon. */
  foreign: boolean;
  /** Their strokes in place of those here. */
  load: () => void;
  /** What was drawn here is thrown away. */
  forget: () => void;
};

/** `newest` is the revision that the server told of last; `renew` asks for its strokes. */
export function useEdits(
  jobId: string,
  index: number,
  refine: Refine,
  newest: number,
  renew: () => Promise<Refine | undefined>,
): Desk {
  const [{ edits, saved, restored }, setDesk] = useState(() => opened(jobId, index, refine));
  const save = useSave(jobId, index, (strokes, revision) =>
    setDesk((desk) => ({ ...desk, saved: { strokes, revision }, restored: false })),
  );
  const strokes = current(edits);
  const unsaved = !same(strokes, saved.strokes);
  const there = Math.max(newest, refine.revision);
  const foreign = !save.isPending && there > saved.revision;
  useDraft(jobId, index, strokes, saved.revision, unsaved);
  const change = useCallback(
    (next: (edits: Edits) => Edits) => setDesk((desk) => ({ ...desk, edits: next(desk.edits) })),
    [],
  );
  const load = async () => {
    const theirs = await renew();
    if (!theirs) return;
    save.reset();
    setDesk(({ edits: before }) => ({
      edits: changed(before, theirs.strokes),
      saved: theirs,
      restored: false,
    }));
  };
  const send = (over = false) => save.mutate({ strokes, revision: over ? there : saved.revision });
  return {
    edits,
    strokes,
    change,
    unsaved,
    restored,
    save: send,
    saving: save.isPending,
    done: save.isSuccess && !unsaved,
    error: save.error,
    foreign,
    load: () => void load(),
    forget: () => dropDraft(jobId, index),
  };
}

/** What the server has, and upon it what this tab had not saved. */
function opened(jobId: string, index: number, refine: Refine) {
  const saved: Saved = { strokes: refine.strokes, revision: refine.revision };
  const draft = draftOf(jobId, index);
  const edits = begun(refine.strokes);
  if (!draft || same(draft.strokes, refine.strokes)) return { edits, saved, restored: false };
  return {
    edits: changed(edits, draft.strokes),
    saved: { ...saved, revision: Math.min(draft.revision, saved.revision) },
    restored: true,
  };
}

function useDraft(
  jobId: string,
  index: number,
  strokes: readonly Stroke[],
  revision: number,
  unsaved: boolean,
): void {
  const keep = useRef(() => {});
  keep.current = () => {
    if (unsaved) keepDraft(jobId, index, { revision, strokes: [...strokes] });
    else dropDraft(jobId, index);
  };
  useEffect(() => {
    if (!unsaved) {
      dropDraft(jobId, index);
      return;
    }
    const timer = setTimeout(
      () => keepDraft(jobId, index, { revision, strokes: [...strokes] }),
      REST_MS,
    );
    return () => clearTimeout(timer);
  }, [jobId, index, revision, strokes, unsaved]);
  useEffect(() => {
    const now = () => keep.current();
    const ask = (event: BeforeUnloadEvent) => unsaved && event.preventDefault();
    addEventListener("pagehide", now);
    addEventListener("beforeunload", ask);
    return () => {
      removeEventListener("pagehide", now);
      removeEventListener("beforeunload", ask);
    };
  }, [unsaved]);
}
