// One act on many jobs: a few requests at a time, every failure kept with its reason.
import { client, done, type JobCard, speaking, unpack } from "@/shared/api";
import { leaving } from "@/shared/news";
import type { Language } from "@/shared/preferences";

export const ACTS = ["star", "unstar", "again", "cancel", "delete"] as const;
export type Act = (typeof ACTS)[number];

export type Failure = { job: JobCard; error: Error };

const AT_ONCE = 3;

/** Which of these jobs an act can be done to. */
export function fitting(act: Act, jobs: JobCard[]): JobCard[] {
  const fits: Record<Act, (job: JobCard) => boolean> = {
    star: (job) => !job.starred,
    unstar: (job) => job.starred,
    again: (job) => job.can_rerun,
    cancel: (job) => job.can_cancel && job.place?.canceling !== true,
    delete: (job) => job.can_delete,
  };
  return jobs.filter(fits[act]);
}

/** Does `act` to each job. `told` hears how many are through after each one; no job begins once
 * `stopped` says so. Gives those that failed. */
export async function each(
  jobs: JobCard[],
  act: (job: JobCard) => Promise<unknown>,
  told: (through: number) => void,
  stopped: () => boolean,
): Promise<Failure[]> {
  const failures: Failure[] = [];
  const waiting = [...jobs];
  let through = 0;
  const work = async () => {
    for (let job = waiting.shift(); job && !stopped(); job = waiting.shift()) {
      const now = job;
      await act(now).catch((error: Error) => failures.push({ job: now, error }));
      told(++through);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failures;
}

/** The request of an act; what it changes comes back as live events. */
export function request(act: Act, language: Language): (job: JobCard) => Promise<unknown> {
  const at = (job: JobCard) => ({
    params: { path: { job_id: job.id } },
    headers: speaking(language),
  });
  const star = (starred: boolean) => async (job: JobCard) =>
    unpack(
      await client.PATCH("/api/jobs/{job_id}/decisions", {
        ...at(job),
        body: { candidates: {}, starred },
      }),
    );
  const acts: Record<Act, (job: JobCard) => Promise<unknown>> = {
    star: star(true),
    unstar: star(false),
    again: async (job) =>
      unpack(
        await client.POST("/api/jobs/{job_id}/rerun", {
          ...at(job),
          body: { new_seed: true, fresh: false, priority: 5 },
        }),
      ),
    cancel: async (job) => unpack(await client.POST("/api/jobs/{job_id}/cancel", at(job))),
    delete: async (job) => {
      leaving.add(job.id);
      try {
        done(await client.DELETE("/api/jobs/{job_id}", at(job)));
      } catch (error) {
        leaving.delete(job.id);
        throw error;
      }
    },
  };
  return acts[act];
}
