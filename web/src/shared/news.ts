// Writes live events into what is already shown, so that nothing has to be asked for again.
import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { Candidate, Filter, Job, JobCard, JobPage } from "./api";
import type { News } from "./live";

type Pages = InfiniteData<JobPage, string>;
type Places = NonNullable<News["places"]>;
type Decided = NonNullable<News["decided"]>;

const FINISHED: JobCard["state"][] = ["done", "failed", "canceled"];
export const isFinished = (job: JobCard): boolean => FINISHED.includes(job.state);

/** Takes in one event of the stream, `data` as it was sent. */
export function takeIn(queries: QueryClient, name: string, data: string): void {
  if (name === "ready") return;
  if (name === "reset" || name === "reindexed") {
    // too much happened to be told, or folders came and went while no server ran
    void queries.invalidateQueries(name === "reset" ? {} : { queryKey: ["jobs"] });
    return;
  }
  const news = JSON.parse(data) as News;
  if (news.places) move(queries, news.places);
  if (!news.job) return;
  if (name === "progress") step(queries, news.job, news);
  else if (name === "deleted") remove(queries, news.job);
  else change(queries, name, news.job, news);
}

/** `pages` with the card where it belongs under `filter`: replaced, added in its place, or gone. */
export function placed(pages: Pages, card: JobCard, filter: Filter): Pages {
  const known = has(pages, card.id);
  if (!fits(card, filter)) return known ? without(pages, card.id) : pages;
  if (known) return mapped(pages, card.id, (job) => (job.updated > card.updated ? job : card));
  // whether a text is found in a job only the server knows
  if (filter.text) return pages;
  const place = pages.pages.findIndex(({ jobs, next }) => {
    const last = jobs.at(-1);
    return next === null || (last !== undefined && newestFirst(card, last) < 0);
  });
  // one that is older than all that was read comes with the pages that were not
  return place < 0 ? pages : added(pages, place, card);
}

/** The order of lists: those of one second too have one, by their ids. */
function newestFirst(a: JobCard, b: JobCard): number {
  const [one, other] = [a, b].map((job) => job.created + job.id) as [string, string];
  return one < other ? 1 : -1;
}

function added(pages: Pages, place: number, card: JobCard): Pages {
  return {
    ...pages,
    pages: pages.pages.map((page, at) => {
      const total = page.total + 1;
      if (at !== place) return { ...page, total };
      return { ...page, total, jobs: [...page.jobs, card].sort(newestFirst) };
    }),
  };
}

/** The job with a candidate that was finished, in the order of their numbers. */
export function withCandidate(job: Job, candidate: Candidate): Job {
  const others = job.candidates.filter((item) => item.index !== candidate.index);
  const candidates = [...others, candidate].sort((a, b) => a.index - b.index);
  return { ...job, candidates };
}

/** What was decided about a job, here or by somebody else. */
export function decide(queries: QueryClient, id: string, decided: Decided): void {
  const { starred, note, selected } = decided;
  const said = { starred, note, selected: selected.length };
  updateLists(queries, (pages, filter) => {
    const card = pages.pages.flatMap((page) => page.jobs).find((job) => job.id === id);
    return card ? placed(pages, { ...card, ...said }, filter) : pages;
  });
  updateJob(queries, id, (job) => ({ ...job, ...said }));
  queries.setQueryData<Decided>(["decisions", id], (known) =>
    known && known.version > decided.version ? known : decided,
  );
}

/** Everybody's place in the line; who is not in it has none. */
function move(queries: QueryClient, places: Places): void {
  const moved = <Shown extends JobCard>(job: Shown): Shown =>
    job.place || places[job.id] ? { ...job, place: places[job.id] ?? null } : job;
  updateLists(queries, (pages) => ({
    ...pages,
    pages: pages.pages.map((page) => ({ ...page, jobs: page.jobs.map(moved) })),
  }));
  queries.setQueriesData<Job>({ queryKey: ["job"] }, (job) => job && moved(job));
}

function step(queries: QueryClient, id: string, { progress }: News): void {
  if (!progress) return;
  const stepped = <Shown extends JobCard>(job: Shown): Shown =>
    isFinished(job) ? job : { ...job, progress };
  updateLists(queries, (pages) => mapped(pages, id, stepped));
  updateJob(queries, id, stepped);
}

function change(queries: QueryClient, name: string, id: string, news: News): void {
  const { card, candidate } = news;
  if (!card) {
    // its folder could not be read just now: what is shown of it asks again
    void queries.invalidateQueries({ queryKey: ["job", id] });
    return;
  }
  updateLists(queries, (pages, filter) => placed(pages, card, filter));
  updateJob(queries, id, (job) => {
    const fresh = job.updated > card.updated ? job : { ...job, ...card };
    return candidate ? withCandidate(fresh, candidate) : fresh;
  });
  if (news.decided) decide(queries, id, news.decided);
  // a contact sheet and notes belong to the whole job and are in no card
  if ((name === "state" && isFinished(card)) || name === "note") {
    void queries.invalidateQueries({ queryKey: ["job", id] });
  }
}

/** Jobs that this page itself is deleting: it leaves them, and need not ask what became of them. */
export const leaving = new Set<string>();

function remove(queries: QueryClient, id: string): void {
  updateLists(queries, (pages) => (has(pages, id) ? without(pages, id) : pages));
  if (leaving.has(id)) return;
  void queries.invalidateQueries({ queryKey: ["job", id] });
}

function updateLists(queries: QueryClient, update: (pages: Pages, filter: Filter) => Pages): void {
  for (const [key, pages] of queries.getQueriesData<Pages>({ queryKey: ["jobs"] })) {
    if (pages) queries.setQueryData(key, update(pages, key[2] as Filter));
  }
}

function updateJob(queries: QueryClient, id: string, update: (job: Job) => Job): void {
  queries.setQueriesData<Job>({ queryKey: ["job", id] }, (job) => job && update(job));
}

const has = (pages: Pages, id: string): boolean =>
  pages.pages.some((page) => page.jobs.some((job) => job.id === id));

function mapped(pages: Pages, id: string, update: (job: JobCard) => JobCard): Pages {
  return {
    ...pages,
    pages: pages.pages.map((page) =>
      page.jobs.some((job) => job.id === id)
        ? { ...page, jobs: page.jobs.map((job) => (job.id === id ? update(job) : job)) }
        : page,
    ),
  };
}

function without(pages: Pages, id: string): Pages {
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      jobs: page.jobs.filter((job) => job.id !== id),
      total: page.total - 1,
    })),
  };
}

function fits(card: JobCard, filter: Filter): boolean {
  if (filter.starred && !card.starred) return false;
  return filter.states.length === 0 || filter.states.includes(card.state);
}
