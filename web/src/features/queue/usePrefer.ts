// Lets a waiting job go before the others; where all stand then comes as an event.
import { useMutation } from "@tanstack/react-query";
import { announce } from "@/shared/announce";
import { client, type JobCard, speaking, unpack } from "@/shared/api";
import { useLanguage } from "@/shared/preferences";
import { useWords } from "@/shared/words/words";

const FIRST = 0;

export function usePrefer(job: JobCard) {
  const say = useWords();
  const language = useLanguage();
  return useMutation({
    mutationFn: async () =>
      unpack(
        await client.PUT("/api/jobs/{job_id}/priority", {
          params: { path: { job_id: job.id } },
          body: { priority: FIRST },
          headers: speaking(language),
        }),
      ),
    onSuccess: () => announce(say("queue.first.done")),
  });
}
