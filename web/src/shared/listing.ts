// A long list of which only some places were read: every job has its place, holes are read later.
import type { Filter, JobCard, JobPage } from "./api";

/** How many jobs are read at once. */
export const PAGE = 60;

export type Listing = {
  total: number;
  /** Newest first; `undefined` where nothing was read yet. */
  jobs: readonly (JobCard | undefined)[];
  /** Numbers of the pages that are as the server has them. */
  read: ReadonlySet<number>;
  /** Raised when jobs change places: an answer that was asked for before tells older ones. */
  moves: number;
};

/** What comes of news: another list, or `ask` where only the server knows. */
export type Told = Listing | "ask";

/** The order of lists: those of one second too have one, by their ids. */
function isNewer(one: JobCard, other: JobCard): boolean {
  return one.created + one.id > other.created + other.id;
}

/** The list with one page of it as the server tells it; `afresh`: the others may be old. */
export function merged(
  known: Listing | undefined,
  page: number,
  answer: JobPage,
  afresh = false,
): Listing {
  const start = page * PAGE;
  const here = new Map(answer.jobs.map((job) => [job.id, job]));
  const jobs = Array.from({ length: answer.total }, (_, at) => {
    const job = known?.jobs[at];
    if (!job) return undefined;
    const told = here.get(job.id);
    // an event may have told more of it than the answer, which was made before
    if (told && job.updated > told.updated) here.set(job.id, job);
    return told ? undefined : job;
  });
  answer.jobs.forEach((job, at) => {
    if (start + at < answer.total) jobs[start + at] = here.get(job.id);
  });
  const same = known?.total === answer.total && !afresh;
  return {
    total: answer.total,
    jobs,
    read: new Set(same ? [...known.read, page] : [page]),
    moves: known?.moves ?? 0,
  };
}

/** Whether a page has to be read, again or at all. */
export function lacks(listing: Listing, page: number): boolean {
  const start = page * PAGE;
  if (start >= listing.total) return false;
  return !listing.read.has(page) || listing.jobs.slice(start, start + PAGE).includes(undefined);
}

/** The pages that hold the places from `first` to `last`, and those beside them: of the way on,
 * which is up if `back`, one more than of the way that was come. */
export function pagesAround(
  first: number,
  last: number,
  total: number,
  back = false,
): { shown: number[]; beside: number[] } {
  const [from, to] = [Math.floor(first / PAGE), Math.floor(last / PAGE)];
  const end = Math.ceil(total / PAGE);
  const within = (pages: number[]) => pages.filter((page) => page >= 0 && page < end);
  return {
    shown: within(Array.from({ length: to - from + 1 }, (_, at) => from + at)),
    beside: within(back ? [from - 1, from - 2, to + 1] : [to + 1, to + 2, from - 1]),
  };
}

/** The list once a job is as `card` tells: in its place, or gone. `turned`: it is new, or stands
 * otherwise than before, so that it may have come in or gone out. */
export function placed(listing: Listing, card: JobCard, filter: Filter, turned: boolean): Told {
  const at = listing.jobs.findIndex((job) => job?.id === card.id);
  const fits = suits(card, filter);
  if (at >= 0) {
    const known = listing.jobs[at] as JobCard;
    if (fits === false) return removed(listing, at);
    return known.updated > card.updated ? listing : replaced(listing, at, card);
  }
  if (fits === "perhaps") return turned ? "ask" : listing;
  const [before, after] = place(listing.jobs, card);
  const sure = after === before + 1;
  if (!fits) return sure || !turned ? listing : "ask";
  if (sure) return inserted(listing, after, card);
  return turned ? "ask" : listing;
}

/** The list without a job; of one that was not read only the server knows whether it was in it. */
export function without(listing: Listing, id: string): Told {
  const at = listing.jobs.findIndex((job) => job?.id === id);
  if (at >= 0) return removed(listing, at);
  return listing.jobs.includes(undefined) ? "ask" : listing;
}

/** The list with each job that was read as `update` makes it; the same list if none changed. */
export function mapped(listing: Listing, update: (job: JobCard) => JobCard): Listing {
  let changed = false;
  const jobs = listing.jobs.map((job) => {
    const next = job && update(job);
    changed ||= next !== job;
    return next;
  });
  return changed ? { ...listing, jobs } : listing;
}

/** The last place that is known to hold a newer job, and the first that holds an older one. */
function place(jobs: Listing["jobs"], card: JobCard): [before: number, after: number] {
  let before = -1;
  for (let at = 0; at < jobs.length; at++) {
    const job = jobs[at];
    if (!job) continue;
    if (!isNewer(job, card)) return [before, at];
    before = at;
  }
  return [before, jobs.length];
}

function inserted(listing: Listing, at: number, card: JobCard): Listing {
  const jobs = [...listing.jobs.slice(0, at), card, ...listing.jobs.slice(at)];
  return { ...listing, jobs, total: listing.total + 1, moves: listing.moves + 1 };
}

function removed(listing: Listing, at: number): Listing {
  const jobs = listing.jobs.filter((_, place) => place !== at);
  return { ...listing, jobs, total: listing.total - 1, moves: listing.moves + 1 };
}

function replaced(listing: Listing, at: number, card: JobCard): Listing {
  return { ...listing, jobs: listing.jobs.with(at, card) };
}

/** Whether a filter lets a job through; a text or a seed only the server can look for. */
function suits(card: JobCard, filter: Filter): boolean | "perhaps" {
  const { states, packs, starred, since, until } = filter;
  if (starred && !card.starred) return false;
  if (states.length > 0 && !states.includes(card.state)) return false;
  if (packs.length > 0 && !packs.some((pack) => card.packs.includes(pack))) return false;
  const made = localDay(card.created);
  if ((since && made < since) || (until && made > until)) return false;
  return filter.text || filter.seed ? "perhaps" : true;
}

/** The day of an instant by this machine's clock, as `YYYY-MM-DD`. */
export function localDay(at: string | number): string {
  const day = new Date(at);
  const parts = [day.getFullYear(), day.getMonth() + 1, day.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
}
