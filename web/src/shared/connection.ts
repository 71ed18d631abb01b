// Keeps what is shown in step with the server while the studio is open.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { listen, type News } from "./live";
import { takeIn } from "./news";
import { useLanguage } from "./preferences";

/** `late`: the stream was not there in time, so what was read before it came is read again. */
type State = "opening" | "late" | "open" | "lost";

const PATIENCE_MS = 400;

let state: State = "opening";
const listeners = new Set<() => void>();

function enter(next: State): void {
  if (next === state) return;
  state = next;
  for (const listener of listeners) listener();
}

/** How the connection for live events does. */
export function useConnection(): State {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}

/** Whether nothing that is shown can be old. */
export const isLive = (): boolean => state === "open";

type Hear = (name: string, news: News) => void;
const hearing = new Set<Hear>();

/** Hears every event after it was written into what is shown, also in a tab that nobody sees. */
export function onNews(hear: Hear): () => void {
  hearing.add(hear);
  return () => hearing.delete(hear);
}

/** Listens as long as the caller is there and `through` the gate. What it shows should be asked
 * for once this is no longer `opening`: then no event can fall between an answer and the stream. */
export function useLive(through: boolean): State {
  const queries = useQueryClient();
  const language = useLanguage();
  useEffect(() => {
    if (through) return follow(queries, language);
  }, [queries, language, through]);
  return useConnection();
}

function take(queries: QueryClient, name: string, data: string): void {
  takeIn(queries, name, data);
  if (hearing.size === 0) return;
  const news = JSON.parse(data || "{}") as News;
  for (const hear of hearing) hear(name, news);
}

function follow(queries: QueryClient, language: string): () => void {
  const late = setTimeout(() => state === "opening" && enter("late"), PATIENCE_MS);
  const stop = listen(language, (heard) => {
    if (heard.kind === "event") take(queries, heard.name, heard.data);
    else if (heard.kind === "open") {
      if (state === "late") void queries.invalidateQueries();
      enter("open");
    } else {
      enter("lost");
      // a refusal may mean that the session has ended
      if (heard.kind === "refused") void queries.invalidateQueries({ queryKey: ["session"] });
    }
  });
  return () => {
    clearTimeout(late);
    stop();
    enter("opening");
  };
}
