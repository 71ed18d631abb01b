// The jobs that a filter lets through: their number at once, the cards as they come into view.
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type Filter, type JobPage, readJobs } from "@/shared/api";
import { type Listing, lacks, merged, PAGE, pagesAround } from "@/shared/listing";
import { useLanguage } from "@/shared/preferences";

const KEPT_MS = 30 * 60_000; // who comes back from a job finds the list as it was
const TRIES = 4;

export type Reading = {
  listing: Listing | undefined;
  /** The list of the filter before is still shown. */
  isOld: boolean;
  error: Error | null;
  again: () => void;
  /** Reads what is missing between two places and around them. */
  show: (first: number, last: number) => void;
  /** Reads what is missing between two places; the whole of it when it is done. */
  gather: (first: number, last: number) => Promise<Listing>;
};

export function useListing(filter: Filter): Reading {
  const queries = useQueryClient();
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a filter is what it says
  const key = useMemo(() => ["jobs", language, filter], [language, JSON.stringify(filter)]);
  const read = useCallback(
    (page: number, signal?: AbortSignal): Promise<JobPage> =>
      readJobs(filterOf(key), language, [page * PAGE, PAGE], signal),
    [key, language],
  );
  const known = useCallback(() => queries.getQueryData<Listing>(key), [queries, key]);
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      merged(known(), 0, await settled(known, () => read(0, signal)), true),
    placeholderData: keepPreviousData,
    structuralSharing: false,
    gcTime: KEPT_MS,
  });
  const take = useCallback(
    (page: number, answer: JobPage) =>
      queries.setQueryData<Listing>(key, (now) => now && merged(now, page, answer)),
    [queries, key],
  );
  const { error, again, show } = usePages(
    query.isPlaceholderData ? undefined : query.data,
    useCallback(
      async (page: number, signal: AbortSignal) => {
        take(page, await settled(known, () => read(page, signal)));
      },
      [take, known, read],
    ),
  );
  const gather = async (first: number, last: number): Promise<Listing> => {
    for (let page = Math.floor(first / PAGE); page * PAGE <= last; page++) {
      const now = known();
      if (now && lacks(now, page)) take(page, await settled(known, () => read(page)));
    }
    return known() as Listing;
  };
  return {
    listing: query.data,
    isOld: query.isPlaceholderData,
    error: query.data ? error : query.error,
    again: () => {
      again();
      if (query.isError) void query.refetch();
    },
    show,
    gather,
  };
}

const filterOf = (key: unknown[]): Filter => key[2] as Filter;

/** An answer during which no job changed its place: its places are those of the list. */
async function settled(
  known: () => Listing | undefined,
  ask: () => Promise<JobPage>,
): Promise<JobPage> {
  for (let left = TRIES; ; left--) {
    const before = known()?.moves;
    const answer = await ask();
    if (left === 0 || known()?.moves === before) return answer;
  }
}

/** Reads the pages that are in view, then those beside it, and gives up those that are not any more.
 * Where the view is, is no state: a list that is rolled would be drawn again for every row. */
function usePages(
  listing: Listing | undefined,
  load: (page: number, signal: AbortSignal) => Promise<void>,
) {
  const [error, setError] = useState<Error | null>(null);
  const view = useRef({ first: 0, last: 0, back: false });
  const flights = useRef(new Map<number, AbortController>());
  const latest = useRef({ listing, error });
  latest.current = { listing, error };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter needs other answers
  useEffect(() => {
    const flown = flights.current;
    return () => {
      for (const flight of flown.values()) flight.abort();
      flown.clear();
      setError(null);
    };
  }, [load]);
  const fly = useCallback(() => {
    const { listing, error } = latest.current;
    if (!listing || error) return;
    const { first, last, back } = view.current;
    const { shown, beside } = pagesAround(first, last, listing.total, back);
    for (const [page, flight] of flights.current) {
      if (shown.includes(page) || beside.includes(page)) continue;
      flight.abort();
      flights.current.delete(page);
    }
    const missing = shown.filter((page) => lacks(listing, page));
    // what a person looks at does not wait behind what they may look at next
    const wanted = missing.length > 0 ? missing : beside.filter((page) => lacks(listing, page));
    for (const page of wanted) {
      if (flights.current.has(page)) continue;
      const flight = new AbortController();
      flights.current.set(page, flight);
      load(page, flight.signal)
        .catch((wrong: Error) => {
          if (!flight.signal.aborted) setError(wrong);
        })
        .finally(() => {
          if (flights.current.get(page) === flight) flights.current.delete(page);
        });
    }
  }, [load]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is missing changes with these
  useEffect(fly, [fly, listing, error]);
  const show = useCallback(
    (first: number, last: number) => {
      const before = view.current;
      if (before.first === first && before.last === last) return;
      view.current = { first, last, back: first < before.first };
      fly();
    },
    [fly],
  );
  return { error, again: () => setError(null), show };
}
