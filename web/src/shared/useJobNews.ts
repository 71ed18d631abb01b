// What happens to a job that is on the page, for screen readers.
import { useEffect, useRef } from "react";
import { announce } from "@/shared/announce";
import type { Job } from "@/shared/api";
import { isFinished } from "@/shared/news";
import { useWords } from "@/shared/words/words";

/** Tells a screen reader what happens to the job on the page, but not what it was like before. */
export function useJobNews(job: Job | undefined): void {
  const say = useWords();
  const before = useRef<Job>(undefined);
  useEffect(() => {
    const was = before.current;
    before.current = job;
    if (!job || was?.id !== job.id) return;
    const { state, done, passed, total } = job;
    if (state !== was.state && isFinished(job)) {
      announce(state === "done" ? say("verdict.passed", { passed, total }) : say(`state.${state}`));
    } else if (done > was.done) {
      announce(say("job.finished", { done, total }));
    }
  }, [job, say]);
}
