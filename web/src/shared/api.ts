// The API, typed by the server's own OpenAPI document; each function is one request.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import createClient from "openapi-fetch";
import { type Language, useLanguage } from "./preferences";
import type { components, paths } from "./schema";

type Schemas = components["schemas"];
export type JobCard = Schemas["JobCard"];
export type Job = Schemas["Job"];
export type JobPage = Schemas["JobPage"];
export type Candidate = Schemas["Candidate"];
export type Finding = Schemas["Finding"];
export type Picture = Schemas["Picture"];
export type Pack = Schemas["Pack"];
export type Model = Schemas["Model"];
export type Told = Schemas["Told"];
export type FieldFault = Schemas["FieldFault"];

/** Which jobs a list shows; an empty one is every job. `since` and `until` are days of this
 * machine's clock as `YYYY-MM-DD`, both included; `seed` is a number that may be too large for one. */
export type Filter = {
  text: string;
  states: JobCard["state"][];
  packs: string[];
  starred: boolean;
  seed: string;
  since: string;
  until: string;
};

/** A refusal of the server, in the language that was asked for; `wait` is seconds until it may
 * be tried again, `faults` what is wrong with which field of a brief. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly hint: string,
    readonly wait: number,
    readonly faults: FieldFault[] = [],
  ) {
    super(message);
  }
}

export const client = createClient<paths>({ fetch: (request) => fetch(request) });

type Answer<T> = { data?: T; error?: unknown; response: Response };

export function unpack<T>(answer: Answer<T>): T {
  done(answer);
  return answer.data as T;
}

/** For answers that hold nothing but that it worked. */
export function done({ error, response }: Answer<unknown>): void {
  if (response.ok) return;
  throw refusal(response.status, error);
}

/** The problem of an answer; what is none (a proxy's page) is a refusal without words. */
export function refusal(status: number, error: unknown): Refused {
  const problem = error as Partial<Schemas["Problem"]> | undefined;
  return new Refused(
    status,
    problem?.code ?? "",
    problem?.detail ?? "",
    problem?.hint ?? "",
    Number(problem?.context?.retry_after_s ?? 0),
    problem?.faults ?? [],
  );
}

export const speaking = (language: Language) => ({ "Accept-Language": language });

/** Some of the jobs that a filter lets through, newest first: `limit` from `offset` on. */
export async function readJobs(
  filter: Filter,
  language: Language,
  [offset, limit]: [number, number],
  signal?: AbortSignal,
): Promise<JobPage> {
  const { text, states, packs, starred, seed, since, until } = filter;
  const days = since || until;
  const query = {
    limit,
    offset,
    ...(text && { text }),
    ...(states.length > 0 && { state: states }),
    ...(packs.length > 0 && { pack: packs }),
    ...(starred && { starred }),
    // beyond 2^53 a number would be another one
    ...(seed && { seed: seed as unknown as number }),
    ...(since && { since }),
    ...(until && { until }),
    ...(days && { tz: -new Date(`${days}T12:00`).getTimezoneOffset() }),
  };
  const headers = speaking(language);
  return unpack(
    await client.GET("/api/jobs", { params: { query }, headers, ...(signal && { signal }) }),
  );
}

/** One job with its candidates. */
export function useJob(id: string) {
  const language = useLanguage();
  return useQuery({
    queryKey: ["job", id, language],
    queryFn: async ({ signal }): Promise<Job> =>
      unpack(
        await client.GET("/api/jobs/{job_id}", {
          params: { path: { job_id: id } },
          headers: speaking(language),
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** The style packs; they change only with the installation. */
export function usePacks() {
  return useQuery({
    queryKey: ["packs"],
    queryFn: async ({ signal }): Promise<Pack[]> =>
      unpack(await client.GET("/api/style-packs", { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The models of every engine, with what each can do. */
export function useModels() {
  const language = useLanguage();
  return useQuery({
    queryKey: ["models", language],
    queryFn: async ({ signal }): Promise<Model[]> =>
      unpack(await client.GET("/api/models", { headers: speaking(language), signal })),
    staleTime: 60_000,
  });
}

/** The name of each pack in the person's language, by id. */
export function usePackNames(): (id: string) => string {
  const language = useLanguage();
  const packs = usePacks().data;
  return (id) => packs?.find((pack) => pack.id === id)?.name[language] ?? id;
}
