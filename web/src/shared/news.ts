// Writes live events into what is already shown, so that nothing has to be asked for again.
import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import { type Candidate, type Filter, type Job, type JobCard, Refused } from "./api";
import { type Listing, mapped, placed, type Told, without } from "./listing";
import type { News } from "./live";

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
  if (name === "assets") {
    void queries.invalidateQueries({ queryKey: ["assets"] });
    return;
  }
  const news = JSON.parse(data) as News;
  if (news.places) move(queries, news.places);
  if (!news.job) return;
  if (name === "progress") step(queries, news.job, news);
  else if (name === "deleted") remove(queries, news.job);
  else change(queries, name, news.job, news);
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
  updateLists(queries, (list, filter) => {
    const card = list.jobs.find((job) => job?.id === id);
    return card ? placed(list, { ...card, ...said }, filter, true) : list;
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
  updateLists(queries, (list) => mapped(list, moved));
  queries.setQueriesData<Job>(
    { queryKey: ["job"], predicate: isThere },
    (job) => job && moved(job),
  );
}

function step(queries: QueryClient, id: string, { progress }: News): void {
  if (!progress) return;
  const stepped = <Shown extends JobCard>(job: Shown): Shown =>
    isFinished(job) ? job : { ...job, progress };
  updateLists(queries, (list) => mapped(list, (job) => (job.id === id ? stepped(job) : job)));
  updateJob(queries, id, stepped);
}

function change(queries: QueryClient, name: string, id: string, news: News): void {
  const { card, candidate } = news;
  if (!card) {
    // its folder could not be read just now: what is shown of it asks again
    void queries.invalidateQueries({ queryKey: ["job", id] });
    return;
  }
  const turned = ["created", "state", "decided"].includes(name);
  updateLists(queries, (list, filter) => placed(list, card, filter, turned));
  updateJob(queries, id, (job) => {
    const fresh = job.updated > card.updated ? job : { ...job, ...card };
    return candidate ? withCandidate(fresh, candidate) : fresh;
  });
  // while a change of one's own is on its way, its answer will tell all of it
  const busy = queries.isMutating({ mutationKey: ["decide", id] }) > 0;
  if (news.decided && !busy) decide(queries, id, news.decided);
  // a contact sheet and notes belong to the whole job and are in no card
  if ((name === "state" && isFinished(card)) || name === "note") {
    void queries.invalidateQueries({ queryKey: ["job", id] });
  }
}

/** Jobs that this page itself is deleting: it leaves them, and need not ask what became of them. */
export const leaving = new Set<string>();

function remove(queries: QueryClient, id: string): void {
  updateLists(queries, (list) => without(list, id));
  if (leaving.has(id)) return;
  void queries.invalidateQueries({ queryKey: ["job", id] });
}

function updateLists(queries: QueryClient, update: (list: Listing, filter: Filter) => Told): void {
  for (const [key, list] of queries.getQueriesData<Listing>({ queryKey: ["jobs"] })) {
    if (!list) continue;
    const told = update(list, key[2] as Filter);
    if (told === "ask") askSoon(queries, key);
    else queries.setQueryData(key, told);
  }
}

const ASKING_MS = 400; // jobs come and end in swarms; one question answers for all of them
const asking = new Map<string, ReturnType<typeof setTimeout>>();

/** What cannot be told of a list from an event is asked for once the swarm is over. */
function askSoon(queries: QueryClient, key: QueryKey): void {
  const name = JSON.stringify(key);
  if (asking.has(name)) return;
  const ask = () => {
    asking.delete(name);
    void queries.invalidateQueries({ queryKey: key, exact: true });
  };
  asking.set(name, setTimeout(ask, ASKING_MS));
}

function updateJob(queries: QueryClient, id: string, update: (job: Job) => Job): void {
  queries.setQueriesData<Job>(
    { queryKey: ["job", id], predicate: isThere },
    (job) => job && update(job),
  );
}

/** What is written into a query takes its error away: a job that is gone would be shown again. */
const isThere = ({ state: { error } }: Query): boolean =>
  !(error instanceof Refused && error.status === 404);
