import { Refused } from "@/shared/api";
import { useWords } from "@/shared/words/words";

/** Why an act was refused, beside its button. */
export function Wrong({ error }: { error: Error | null | undefined }) {
  const say = useWords();
  if (!error) return null;
  const told = error instanceof Refused && error.message ? error : null;
  return (
    <p role="alert" className="rounded-lg bg-bad/10 px-3 py-2 text-sm">
      {told?.message ?? say("refusal.offline")}
      {told?.hint && <span className="block text-quiet">{told.hint}</span>}
    </p>
  );
}
