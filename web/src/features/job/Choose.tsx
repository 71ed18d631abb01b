import { Circle, CircleCheckBig } from "lucide-react";
import { useDecide, useDecisions } from "@/shared/acts";
import type { Candidate, Job } from "@/shared/api";
import { useWords } from "@/shared/words/words";

/** Takes a candidate into the selection, or out of it. */
export function Choose({ job, candidate }: { job: Job; candidate: Candidate }) {
  const say = useWords();
  const known = useDecisions(job.id).data?.selected;
  const decide = useDecide(job.id);
  if (!known || !candidate.final) return null;
  const selected = (decide.isPending && decide.variables.selected) || known;
  const chosen = selected.includes(candidate.index);
  const others = selected.filter((index) => index !== candidate.index);
  const toggle = () => decide.mutate({ selected: chosen ? others : [...others, candidate.index] });
  const Sign = chosen ? CircleCheckBig : Circle;
  return (
    <button type="button" aria-pressed={chosen} className="button" onClick={toggle}>
      <Sign aria-hidden className={`size-4 ${chosen ? "text-accent" : "text-quiet"}`} />
      {say(chosen ? "select.done" : "select.verb")}
    </button>
  );
}
