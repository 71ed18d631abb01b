// The keys of a candidate, the same in the grid and when it is large.
import { useLocation } from "wouter";
import type { Candidate, Job } from "@/shared/api";
import { type Command, useCommands } from "@/shared/commands";
import { useWords } from "@/shared/words/words";
import { keepAt, refineAt } from "./addresses";
import type { Doing } from "./doing";
import { passedOnes } from "./reviewing";

/** `current` is asked when a key is pressed. */
export function useCandidateCommands(
  job: Job,
  current: () => Candidate | undefined,
  { selection, renew, pack }: Doing,
): void {
  const say = useWords();
  const [, go] = useLocation();
  const withPicture = (run: (candidate: Candidate) => void) => () => {
    const found = current();
    if (found?.final) run(found);
  };
  const command = (id: string, name: string, keys: string, run: () => void): Command => ({
    id: `review.${id}`,
    name,
    group: "review",
    keys,
    run,
  });
  const again = job.can_rerun
    ? [
        command(
          "keep",
          say("verb.keep"),
          "k",
          withPicture((found) => go(keepAt(job, found))),
        ),
        command("renew", say("verb.new"), "n", renew),
      ]
    : [];
  useCommands([
    command(
      "select",
      say("key.select"),
      "s",
      withPicture(({ index }) => selection.toggle(index)),
    ),
    command("passed", say("select.passed"), "p", () => selection.set(passedOnes(job))),
    command(
      "star",
      say("key.star"),
      "f",
      withPicture(({ index }) => selection.star([index], !selection.isStarred(index))),
    ),
    ...again,
    command(
      "refine",
      say("verb.refine"),
      "r",
      withPicture((found) => go(refineAt(job, found))),
    ),
    command("export", say("export.verb"), "e", pack),
  ]);
}
