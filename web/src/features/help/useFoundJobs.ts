// Jobs that hold what was typed, once the typing rests.
import { useQuery } from "@tanstack/react-query";
import { client, type JobCard, speaking, unpack } from "@/shared/api";
import { useLanguage } from "@/shared/preferences";
import { useRested } from "@/shared/useRested";

const TYPING_MS = 150;
// one Latin letter is in nearly every job, one Korean syllable may be the whole word
const TELLING = /\p{Script=Hangul}|../u;
const MOST = 6;

export function useFoundJobs(typed: string) {
  const language = useLanguage();
  const text = useRested(typed.trim(), TYPING_MS);
  return useQuery({
    queryKey: ["found", language, text],
    enabled: TELLING.test(text),
    queryFn: async ({ signal }): Promise<JobCard[]> => {
      const page = unpack(
        await client.GET("/api/jobs", {
          params: { query: { text, limit: MOST } },
          headers: speaking(language),
          signal,
        }),
      );
      return page.jobs;
    },
    staleTime: 0,
  });
}
