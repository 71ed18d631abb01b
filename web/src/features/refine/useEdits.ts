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
  const forget = useDraft(jobId, index, strokes, saved.revision, unsaved);
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
    forget,
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

/** Keeps what is unsaved; gives what makes this tab forget it. */
function useDraft(
  jobId: string,
  index: number,
  strokes: readonly Stroke[],
  revision: number,
  unsaved: boolean,
): () => void {
  const forgotten = useRef(false);
  const keep = useRef(() => {});
  keep.current = () => {
    if (unsaved && !forgotten.current) keepDraft(jobId, index, { revision, strokes: [...strokes] });
    else dropDraft(jobId, index);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is kept changes with these
  useEffect(() => {
    const timer = setTimeout(() => keep.current(), unsaved ? REST_MS : 0);
    return () => clearTimeout(timer);
  }, [revision, strokes, unsaved]);
  useEffect(() => {
    const now = () => keep.current();
    addEventListener("pagehide", now);
    return () => {
      removeEventListener("pagehide", now);
      now();
    };
  }, []);
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [unsaved]);
  return () => {
    forgotten.current = true;
    keep.current();
  };
}
