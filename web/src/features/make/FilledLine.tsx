// Says where the form's content came from, what would be different today, and takes it back.
import { CircleAlert, History, Undo2, X } from "lucide-react";
import { Link } from "wouter";
import { Refused } from "@/shared/api";
import { useWords } from "@/shared/words/words";
import { Small } from "./Small";
import type { Filling } from "./useFilling";

export function FilledLine({ filling }: { filling: Filling }) {
  const say = useWords();
  const { filled, error, undo, dismiss } = filling;
  if (!filled && !error) return null;
  const Sign = filled ? History : CircleAlert;
  return (
    <div role="status" className="rounded-xl border border-line bg-panel px-3.5 py-2.5 text-sm">
      <div className="flex items-start gap-2">
        <Sign
          aria-hidden
          className={`mt-0.5 size-4 shrink-0 ${filled ? "text-quiet" : "text-bad"}`}
        />
        <div className="min-w-0 flex-1 leading-snug">
          {filled ? filled.from : <Why error={error} />}{" "}
          {filled?.job && (
            <Link href={`/jobs/${filled.job}`} className="text-accent underline">
              {say("make.filled.see")}
            </Link>
          )}
          {filled && (
            <button
              type="button"
              className="flex min-h-6 items-center gap-1 text-accent hover:underline"
              onClick={undo}
            >
              <Undo2 aria-hidden className="size-3.5" />
              {say("make.filled.undo")}
            </button>
          )}
        </div>
        <Small label={say("make.dismiss")} act={dismiss}>
          <X aria-hidden className="size-3.5" />
        </Small>
      </div>
      {filled && filled.told.length > 0 && <Differences filling={filling} />}
    </div>
  );
}

function Differences({ filling: { filled } }: { filling: Filling }) {
  const say = useWords();
  return (
    <div className="mt-2 ml-6 text-[0.8125rem]">
      <p className="font-medium">{say("make.filled.differences")}</p>
      <ul className="list-disc pl-4 text-quiet leading-snug">
        {filled?.told.map(({ code, message, hint }) => (
          <li key={code + message}>
            {message} {hint}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Why({ error }: { error: Error | null }) {
  const say = useWords();
  const told = error instanceof Refused && error.message ? error : null;
  return (
    <>
      {told?.message ?? say("make.offline")}{" "}
      <span className="text-quiet">{told?.hint ?? say("make.offline.hint")}</span>
    </>
  );
}
