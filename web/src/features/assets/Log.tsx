// Who changed what of the library, and when: as sentences, newest first.
import { type LucideIcon, PencilLine, Plus, RotateCcw } from "lucide-react";
import { Link } from "wouter";
import { Refused } from "@/shared/api";
import { When } from "@/shared/ui/When";
import { type Say, useWords } from "@/shared/words/words";
import { type Entry, useLog } from "./api";
import { FaultLines } from "./Lines";

type Props = { /** Of one asset; null is all of them. */ id: string | null };

export function Log({ id }: Props) {
  const say = useWords();
  const log = useLog(id);
  const pages = log.data?.pages ?? [];
  const entries = pages.flatMap((page) => page.entries);
  const damaged = pages[0]?.damaged ?? 0;
  if (log.error) return <Failed error={log.error} again={() => log.refetch()} />;
  if (log.isPending) return <p className="py-3 text-quiet text-sm">{say("loading")}</p>;
  return (
    <div className="text-sm">
      {entries.length === 0 && <p className="py-3 text-quiet">{say("assets.log.none")}</p>}
      <ol className="divide-y divide-line">
        {entries.map((entry) => (
          <Line key={`${entry.revision} ${entry.at}`} entry={entry} named={id === null} />
        ))}
      </ol>
      {log.hasNextPage && (
        <button
          type="button"
          className="button mt-3"
          disabled={log.isFetchingNextPage}
          onClick={() => log.fetchNextPage()}
        >
          {say("assets.log.older")}
        </button>
      )}
      {damaged > 0 && (
        <p className="mt-3 text-quiet">{say("assets.log.damaged", { count: damaged })}</p>
      )}
    </div>
  );
}

const SIGNS: Record<Entry["did"], LucideIcon> = {
  add: Plus,
  change: PencilLine,
  recover: RotateCcw,
};

function Line({ entry, named }: { entry: Entry; named: boolean }) {
  const say = useWords();
  const { did, asset, message, by, at } = entry;
  const Sign = SIGNS[did];
  return (
    <li className="flex gap-2.5 py-2.5">
      <Sign aria-hidden className="mt-0.5 size-4 shrink-0 text-quiet" />
      <div className="min-w-0">
        {named && asset && (
          <Link
            href={`/assets?asset=${asset}`}
            className="block truncate font-semibold underline-offset-4 hover:underline"
          >
            {asset}
          </Link>
        )}
        <p className="break-words first-letter:uppercase">{message}</p>
        <p className="text-quiet">
          {whoOf(by, say)} · <When iso={at} />
        </p>
      </div>
    </li>
  );
}

/** `session:ann` as people say it; who nobody knows of is told as it was written. */
export function whoOf(by: string, say: Say): string {
  const [kind = "", ...rest] = by.split(":");
  const name = rest.join(":");
  if (kind === "local") return say("assets.log.local");
  if (kind === "token") return say("assets.log.token", { name });
  if (kind === "command") return say("assets.log.command", { name });
  if (kind === "session") return say("assets.log.session", { name });
  return by;
}

function Failed({ error, again }: { error: Error; again: () => void }) {
  const say = useWords();
  const told = error instanceof Refused && error.message ? error : null;
  const fault = {
    code: told?.code ?? "offline",
    message: told?.message ?? say("refusal.offline"),
    hint: told?.hint ?? say("refusal.offline.hint"),
  };
  return (
    <>
      <FaultLines faults={[fault]} />
      <button type="button" className="button mt-3" onClick={again}>
        {say("refusal.again")}
      </button>
    </>
  );
}
