// Who is drawn, who waits and who ended since this tab was opened, kept in step by live events.
import { useQuery } from "@tanstack/react-query";
import { client, type JobCard, type JobPage, speaking, unpack } from "@/shared/api";
import type { News } from "@/shared/live";
import { isFinished } from "@/shared/news";
import { type Language, useLanguage } from "@/shared/preferences";

/** `beyond`: how many more there are than were read; the line may be a thousand long. */
export type Line = { active: JobCard[]; ended: JobCard[]; beyond: number };

const MOST = 100;
const FEW = 40;
const MOST_ENDED = 20;
const ENDED = "nukki.ended";

export const lineKey = (language: Language) => ["line", language];

export function useLine() {
  const language = useLanguage();
  return useQuery({
    queryKey: lineKey(language),
    queryFn: async ({ signal }): Promise<Line> => {
      const { jobs, total }: JobPage = unpack(
        await client.GET("/api/jobs", {
          params: {
            query: {
              state: ["queued", "preparing", "running", "postprocess"],
              order: "oldest",
              limit: MOST,
            },
          },
          headers: speaking(language),
          signal,
        }),
      );
      return { active: jobs, ended: remembered(), beyond: total - jobs.length };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** Whether so few are left that the next of a long line should be read. */
export const isShort = ({ active, beyond }: Line): boolean => beyond > 0 && active.length < FEW;

export const isDrawn = (job: JobCard): boolean => job.state !== "queued";

/** Those that are drawn, then those that wait, in the order of their turn. */
export function sorted(active: JobCard[]): JobCard[] {
  const turn = (job: JobCard) => (isDrawn(job) ? 0 : (job.place?.position ?? MOST * MOST));
  return [...active].sort((a, b) => turn(a) - turn(b) || (a.created < b.created ? -1 : 1));
}

/** The line after an event; the same object when the event says nothing of it. */
export function after(line: Line, name: string, news: News): Line {
  if (news.places) return { ...line, active: moved(line.active, news.places) };
  const { job, card, progress } = news;
  if (!job) return line;
  if (name === "deleted") return without(line, job);
  if (name === "progress") return progress ? changed(line, job, { progress }) : line;
  return card ? taken(line, card) : line;
}

function taken(line: Line, card: JobCard): Line {
  const known = line.active.find((job) => job.id === card.id);
  if (isFinished(card)) {
    // what ended before this tab came is told again when somebody stars it
    if (!known) return changed(line, card.id, card);
    const { active } = without(line, card.id);
    return { ...line, active, ended: [card, ...line.ended].slice(0, MOST_ENDED) };
  }
  if (!known) return { ...line, active: [...line.active, card] };
  return known.updated > card.updated ? line : changed(line, card.id, card);
}

function changed(line: Line, id: string, change: Partial<JobCard>): Line {
  const there = [...line.active, ...line.ended].some((job) => job.id === id);
  if (!there) return line;
  const update = (job: JobCard) => (job.id === id ? { ...job, ...change } : job);
  return { ...line, active: line.active.map(update), ended: line.ended.map(update) };
}

function without(line: Line, id: string): Line {
  const keeps = (job: JobCard) => job.id !== id;
  return { ...line, active: line.active.filter(keeps), ended: line.ended.filter(keeps) };
}

function moved(active: JobCard[], places: NonNullable<News["places"]>): JobCard[] {
  return active.map((job) => ({ ...job, place: places[job.id] ?? null }));
}

/** Candidates finished of those of all jobs that are drawn now; null while none is. */
export function advance({ active }: Line): { done: number; total: number } | null {
  const drawn = active.filter(isDrawn);
  if (drawn.length === 0) return null;
  const sum = (count: (job: JobCard) => number) => drawn.reduce((all, job) => all + count(job), 0);
  return { done: sum((job) => job.done), total: sum((job) => job.total) };
}

/** What ended in this tab survives that its page is loaded again. */
export function remember({ ended }: Line): void {
  try {
    sessionStorage.setItem(ENDED, JSON.stringify(ended));
  } catch {
    // a browser that forbids storage forgets it with the page
  }
}

function remembered(): JobCard[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(ENDED) ?? "[]");
    return Array.isArray(kept) ? (kept as JobCard[]) : [];
  } catch {
    return [];
  }
}
