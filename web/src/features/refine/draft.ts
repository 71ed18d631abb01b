// Strokes that were not saved yet, kept by the tab against a reload.
import { type Stroke, sent, strokesFrom } from "./strokes";

/** What was drawn, and upon which revision. */
export type Draft = { revision: number; strokes: Stroke[] };

const keyOf = (jobId: string, index: number): string => `nukki.refine.${jobId}.${index}`;

export function keepDraft(jobId: string, index: number, draft: Draft): void {
  try {
    const strokes = draft.strokes.map(sent);
    sessionStorage.setItem(keyOf(jobId, index), JSON.stringify({ ...draft, strokes }));
  } catch {
    // a browser that is full or forbids it keeps them on the page only
  }
}

export function dropDraft(jobId: string, index: number): void {
  try {
    sessionStorage.removeItem(keyOf(jobId, index));
  } catch {
    // then there is none either
  }
}

export function draftOf(jobId: string, index: number): Draft | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(jobId, index)) ?? "null");
    const strokes = strokesFrom(kept?.strokes);
    return strokes && Number.isInteger(kept.revision) ? { revision: kept.revision, strokes } : null;
  } catch {
    return null;
  }
}
