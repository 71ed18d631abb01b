import { type FormEvent, useState } from "react";
import { useDecide, useDecisions } from "@/shared/acts";
import type { Candidate, Job } from "@/shared/api";
import { useWords } from "@/shared/words/words";

const MOST = 2000;

/** A note for colleagues, on a candidate or on the whole job, kept when the box is left. */
export function Note({ job, candidate }: { job: Job; candidate?: Candidate }) {
  const say = useWords();
  const decided = useDecisions(job.id).data;
  const decide = useDecide(job.id);
  const known = candidate ? decided?.candidates[candidate.index]?.note : decided?.note;
  const [typed, setTyped] = useState<string>();
  const text = typed ?? known ?? "";
  const save = (event?: FormEvent) => {
    event?.preventDefault();
    if (typed === undefined || typed === known) return setTyped(undefined);
    const change = candidate
      ? { candidates: { [candidate.index]: { note: typed } } }
      : { note: typed };
    decide.mutate(change, { onSuccess: () => setTyped(undefined) });
  };
  return (
    <form onSubmit={save} className="grid content-start gap-1">
      <label className="grid gap-1.5">
        <span className="font-semibold">
          {say(candidate ? "note.candidate" : "note.job", { number: (candidate?.index ?? 0) + 1 })}
        </span>
        <textarea
          value={text}
          maxLength={MOST}
          rows={Math.min(6, Math.max(candidate ? 1 : 2, text.split("\n").length))}
          placeholder={say("note.hint")}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => save()}
          className="field resize-y py-1.5 leading-normal"
        />
      </label>
      <p aria-live="polite" className="text-quiet text-sm">
        {decide.isPending && say("note.saving")}
        {decide.isError && say("note.failed")}
        {decide.isSuccess && typed === undefined && say("note.saved")}
      </p>
    </form>
  );
}
