// What a person may do to a job. Each is one request; what it changes comes back as live events.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { client, done, type Job, type JobCard, speaking, unpack } from "./api";
import { decide, leaving } from "./news";
import { useLanguage } from "./preferences";
import type { components } from "./schema";

export type Decided = components["schemas"]["Decided"];
export type Decision = components["schemas"]["DecisionsSent"];

const at = (id: string) => ({ path: { job_id: id } });

/** What was decided about a job: which candidates are chosen, star and note. */
export function useDecisions(id: string) {
  return useQuery({
    queryKey: ["decisions", id],
    queryFn: async ({ signal }): Promise<Decided> =>
      unpack(await client.GET("/api/jobs/{job_id}/decisions", { params: at(id), signal })),
  });
}

/** What a change of decisions will come to, shown before the server has said so. */
export function foreseen(known: Decided, change: Partial<Decision>): Decided {
  const candidates = { ...known.candidates };
  for (const [index, said] of Object.entries(change.candidates ?? {})) {
    const old = candidates[index] ?? { starred: false, note: "" };
    candidates[index] = { starred: said.starred ?? old.starred, note: said.note ?? old.note };
  }
  return {
    version: known.version,
    selected: change.selected ?? known.selected,
    starred: change.starred ?? known.starred,
    note: change.note ?? known.note,
    candidates,
  };
}

/** Change some of what was decided; the rest stays, whoever else is at it. It is shown at once, and
 * several changes in a row are sent one after the other. */
export function useDecide(id: string) {
  const queries = useQueryClient();
  const language = useLanguage();
  const key = ["decisions", id];
  return useMutation({
    mutationKey: ["decide", id],
    scope: { id: `decide ${id}` },
    mutationFn: async (change: Partial<Decision>): Promise<Decided> =>
      unpack(
        await client.PATCH("/api/jobs/{job_id}/decisions", {
          params: at(id),
          body: { candidates: {}, ...change },
          headers: speaking(language),
        }),
      ),
    onMutate: (change) =>
      queries.setQueryData<Decided>(key, (known) => known && foreseen(known, change)),
    onError: () => queries.invalidateQueries({ queryKey: key }),
    onSuccess: (decided) => {
      // the answer to an earlier change would undo what is shown of a later one
      if (queries.isMutating({ mutationKey: ["decide", id] }) === 1) decide(queries, id, decided);
    },
  });
}

export function useCancel(job: JobCard) {
  const language = useLanguage();
  return useMutation({
    mutationFn: async () =>
      unpack(
        await client.POST("/api/jobs/{job_id}/cancel", {
          params: at(job.id),
          headers: speaking(language),
        }),
      ),
  });
}

/** Draw a job again, exactly as then or with new seeds; gives the id of the new one. */
export function useRerun(job: Job) {
  const language = useLanguage();
  return useMutation({
    mutationFn: async (newSeed: boolean): Promise<string> => {
      const made = unpack(
        await client.POST("/api/jobs/{job_id}/rerun", {
          params: at(job.id),
          body: { new_seed: newSeed, fresh: false, priority: 5 },
          headers: speaking(language),
        }),
      );
      return made.job_id;
    },
  });
}

export function useDelete(job: Job) {
  const language = useLanguage();
  return useMutation({
    onMutate: () => leaving.add(job.id),
    onError: () => leaving.delete(job.id),
    mutationFn: async () =>
      done(
        await client.DELETE("/api/jobs/{job_id}", {
          params: at(job.id),
          headers: speaking(language),
        }),
      ),
  });
}
