import { type FormEvent, useState } from "react";
import { useDecide, useDecisions } from "@/shared/acts";
import type { Job } from "@/shared/api";
import { useWords } from "@/shared/words/words";

const MOST = 2000;

/** A note for colleagues, kept when the box is left. */
export function Note({ job }: { job: Job }) {
  const say = useWords();
  const known = useDecisions(job.id).data?.note ?? job.note;
  const decide = useDecide(job.id);
  const [typed, setTyped] = useState<string>();
  const text = typed ?? known;
  const save = (event?: FormEvent) => {
    event?.preventDefault();
    if (typed === undefined || typed === known) return setTyped(undefined);
    decide.mutate({ note: typed }, { onSuccess: () => setTyped(undefined) });
  };
  return (
    <form onSubmit={save} className="grid gap-1.5">
      <label className="grid gap-1.5">
        <span className="font-semibold">{say("note.label")}</span>
        <textarea
          value={text}
          maxLength={MOST}
          rows={Math.min(6, Math.max(2, text.split("\n").length))}
          placeholder={say("note.hint")}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => save()}
          className="field resize-y py-2 leading-normal"
        />
      </label>
      <p aria-live="polite" className="min-h-5 text-quiet text-sm">
        {decide.isPending && say("note.saving")}
        {decide.isError && say("note.failed")}
        {decide.isSuccess && typed === undefined && say("note.saved")}
      </p>
    </form>
  );
}
