// Follows the work without React: a tab in the background is told by the event itself.
import type { QueryClient } from "@tanstack/react-query";
import { navigate } from "wouter/use-browser-location";
import type { JobCard } from "@/shared/api";
import { onNews } from "@/shared/connection";
import type { News } from "@/shared/live";
import { isWanted, notify, permission, play, sound, system, tellOnce } from "@/shared/notify";
import { language } from "@/shared/preferences";
import { type Mark, markTitle } from "@/shared/title";
import { say } from "@/shared/words/words";
import { advance, after, isShort, type Line, lineKey, remember } from "./line";

let unseen = false;

/** What the title says: how far the work is, or that it ended while nobody looked. */
function show(line: Line): void {
  const mark: Mark = advance(line) ?? (unseen ? "ended" : null);
  markTitle(mark);
}

/** Keeps line, title, icon and notifications in step until it is stopped. */
export function watch(queries: QueryClient): () => void {
  const current = () => queries.getQueryData<Line>(lineKey(language.get()));
  const hear = (name: string, news: News) => {
    if (name === "reset" || name === "reindexed") {
      void queries.invalidateQueries({ queryKey: ["line"] });
      return;
    }
    const before = current();
    if (!before) return;
    const now = after(before, name, news);
    if (now === before) return;
    queries.setQueryData(lineKey(language.get()), now);
    if (now.ended.length !== before.ended.length || now.ended[0] !== before.ended[0]) remember(now);
    if (isShort(now)) void queries.invalidateQueries({ queryKey: ["line"] });
    for (const job of now.ended) if (hasEnded(job, before)) ended(job);
    show(now);
  };
  const seen = () => {
    if (document.visibilityState !== "visible") return;
    unseen = false;
    const line = current();
    if (line) show(line);
  };
  // the line is first read by the query, not by an event
  const stopRead = queries.getQueryCache().subscribe(({ query, type }) => {
    const line = current();
    if (type === "updated" && query.queryKey[0] === "line" && line) show(line);
  });
  const stop = onNews(hear);
  document.addEventListener("visibilitychange", seen);
  return () => {
    stop();
    stopRead();
    document.removeEventListener("visibilitychange", seen);
    markTitle(null);
  };
}

const hasEnded = (job: JobCard, before: Line): boolean =>
  before.active.some(({ id }) => id === job.id);

function ended(job: JobCard): void {
  if (document.visibilityState !== "visible") unseen = true;
  if (job.state === "canceled" || !isWanted(job)) return;
  void tellOnce(job, () => {
    if (sound.get() === "on") play();
    if (system.get() !== "on" || permission() !== "granted" || document.hasFocus()) return;
    const own = language.get();
    const { passed, total } = job;
    const how =
      job.state === "done"
        ? say(own, "verdict.passed", { passed, total })
        : (job.error?.message ?? say(own, "state.failed"));
    const title = job.concept || say(own, "job.no-concept");
    notify(title, how, job, () => navigate(`/jobs/${job.id}`));
  });
}
