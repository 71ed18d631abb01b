import { TriangleAlert } from "lucide-react";
import { Link } from "wouter";
import { Refused } from "@/shared/api";
import { useWords } from "@/shared/words/words";

/** What went wrong, what to do about it, and the way on. */
export function Refusal({ error, again }: { error: Error; again: () => void }) {
  const say = useWords();
  const told = error instanceof Refused && error.message ? error : null;
  return (
    <div
      role="alert"
      className="mx-auto mt-16 max-w-md rounded-2xl border border-line bg-panel p-6"
    >
      <p className="flex items-start gap-2 font-semibold">
        <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-bad" />
        {told?.message ?? say("refusal.offline")}
      </p>
      <p className="mt-1 pl-7 text-quiet text-sm">{told?.hint ?? say("refusal.offline.hint")}</p>
      {told?.code.endsWith("-unknown") ? (
        <Link href="/" className="button mt-4 ml-7">
          {say("missing.back")}
        </Link>
      ) : (
        <button type="button" className="button mt-4 ml-7" onClick={again}>
          {say("refusal.again")}
        </button>
      )}
    </div>
  );
}
