import { ListChecks } from "lucide-react";
import { useRef } from "react";
import type { Job } from "@/shared/api";
import { useCommands } from "@/shared/commands";
import { isFinished } from "@/shared/news";
import { step } from "@/shared/standing";
import { Bar } from "@/shared/ui/Bar";
import { BoardSwitch } from "@/shared/ui/BoardSwitch";
import { useWords } from "@/shared/words/words";
import { CandidateCard } from "./CandidateCard";
import type { Doing } from "./doing";
import { passedOnes } from "./reviewing";
import { useCandidateCommands } from "./useCandidateCommands";
import { Waiting } from "./Waiting";

/** All candidates of a job as cards, one by one as they are finished. */
export function Grid({ job, doing }: { job: Job; doing: Doing }) {
  const say = useWords();
  const list = useRef<HTMLUListElement>(null);
  const { candidates } = job;
  const passed = passedOnes(job);
  const coming = isFinished(job) ? 0 : job.total - candidates.length;
  useGridCommands(list, job, doing);
  if (candidates.length === 0 && (job.error || job.state === "queued" || isFinished(job)))
    return <Waiting job={job} />;
  return (
    <section aria-label={say("job.candidates")} className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap items-center gap-3">
          {candidates.length > 0 && (
            <p className="text-quiet text-sm max-sm:sr-only">{say("review.how")}</p>
          )}
          {passed.length > 0 && doing.selection.selected?.length === 0 && (
            <button type="button" className="chip" onClick={() => doing.selection.set(passed)}>
              <ListChecks aria-hidden className="size-3.5 text-quiet" />
              {say("select.passed")}
            </button>
          )}
        </div>
        <BoardSwitch palette={job.palette} />
      </div>
      <ul
        ref={list}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(19rem,100%),1fr))] gap-5"
      >
        {candidates.map((candidate) => (
          <CandidateCard
            key={candidate.index}
            job={job}
            candidate={candidate}
            selection={doing.selection}
            renew={doing.renew}
          />
        ))}
        {Array.from({ length: coming }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <Coming key={place} job={job} now={place === 0 && job.state !== "queued"} />
        ))}
      </ul>
    </section>
  );
}

/** The place of a candidate that is still to come; the first tells what happens to it. */
function Coming({ job, now }: { job: Job; now: boolean }) {
  const say = useWords();
  const at = now ? step(job, say).slice(1).join(" · ") : "";
  return (
    <li className="grid min-h-48 place-content-center justify-items-center gap-3 rounded-2xl border border-line border-dashed p-6 text-center text-quiet text-sm">
      {now && <Bar job={job} className="w-32" />}
      {at || say(now ? `state.${job.state}` : "job.coming")}
    </li>
  );
}

/** Keys act on the card that has the focus; arrows go from one to the next. */
function useGridCommands(
  list: React.RefObject<HTMLUListElement | null>,
  job: Job,
  doing: Doing,
): void {
  const say = useWords();
  const cards = () => [...(list.current?.children ?? [])] as HTMLElement[];
  const focused = () => cards().findIndex((card) => card.contains(document.activeElement));
  const move = (by: number) => {
    const links = cards().map((card) => card.querySelector<HTMLElement>("[data-open]"));
    const at = focused();
    links[Math.max(0, at < 0 ? 0 : at + by)]?.focus();
  };
  useCandidateCommands(job, () => job.candidates[Math.max(0, focused())], doing);
  useCommands([
    {
      id: "review.previous",
      name: say("key.previous"),
      group: "review",
      keys: "ArrowLeft",
      run: () => move(-1),
    },
    {
      id: "review.next",
      name: say("key.next"),
      group: "review",
      keys: "ArrowRight",
      run: () => move(1),
    },
  ]);
}
