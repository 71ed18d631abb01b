// What the server knows of a candidate's strokes, and saving them.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Candidate, client, type Job, Refused, speaking, unpack } from "@/shared/api";
import { withCandidate } from "@/shared/news";
import { useLanguage } from "@/shared/preferences";
import type { components } from "@/shared/schema";
import { readPixels } from "./pixels";
import { type Stroke, sent } from "./strokes";

export type Refine = components["schemas"]["Refine"];

const at = (jobId: string, index: number) => ({ path: { job_id: jobId, index } });
const keyOf = (jobId: string, index: number) => ["refine", jobId, index];

export function useRefine(jobId: string, index: number) {
  const language = useLanguage();
  return useQuery({
    queryKey: keyOf(jobId, index),
    queryFn: async ({ signal }): Promise<Refine> =>
      unpack(
        await client.GET("/api/jobs/{job_id}/candidates/{index}/refine", {
          params: at(jobId, index),
          headers: speaking(language),
          signal,
        }),
      ),
    // others may have refined it since somebody looked last
    refetchOnMount: "always",
    gcTime: 0,
  });
}

/** The bytes behind it; they are large, and go when the brush is put down. */
export function usePixels(refine: Refine | undefined) {
  const { picture, matte, limit, width, height } = refine ?? {};
  return useQuery({
    queryKey: ["refine-pixels", picture, matte, limit, width, height],
    queryFn: ({ signal }) => readPixels(refine as Refine, signal),
    enabled: refine !== undefined,
    gcTime: 0,
  });
}

export type Saving = { strokes: readonly Stroke[]; revision: number };

/** Sends the whole list; the candidate comes back finished and checked anew. `saved` is told before
 * anything else knows, so that nobody takes it for somebody else's. */
export function useSave(
  jobId: string,
  index: number,
  saved: (strokes: readonly Stroke[], revision: number) => void,
) {
  const queries = useQueryClient();
  const language = useLanguage();
  return useMutation({
    mutationFn: async ({ strokes, revision }: Saving): Promise<Candidate> =>
      unpack(
        await client.PUT("/api/jobs/{job_id}/candidates/{index}/refine", {
          params: at(jobId, index),
          body: { strokes: strokes.map(sent), revision },
          headers: speaking(language),
        }),
      ),
    onSuccess: (candidate, { strokes }) => {
      saved(strokes, candidate.refined);
      queries.setQueriesData<Job>(
        { queryKey: ["job", jobId] },
        (job) => job && withCandidate(job, candidate),
      );
      queries.setQueryData<Refine>(
        keyOf(jobId, index),
        (known) => known && { ...known, strokes: strokes.map(sent), revision: candidate.refined },
      );
    },
    onError: (error) => {
      if (isConflict(error)) void queries.invalidateQueries({ queryKey: keyOf(jobId, index) });
    },
  });
}

/** Somebody else saved upon the same revision. */
export const isConflict = (error: unknown): boolean =>
  error instanceof Refused && error.status === 412;
