import { CopyChip } from "@/shared/ui/CopyChip";
import { useWords } from "@/shared/words/words";

const COMMAND = ".venv/bin/nukki run examples/briefs/summer-sale.yaml";

/** The gallery before the first job: how to make it, in one line. */
export function Empty() {
  const say = useWords();
  return (
    <div
      className="board grid grid-cols-[minmax(0,1fr)] justify-items-center rounded-3xl px-4 py-24 ring-1 ring-line"
      data-board="checker"
    >
      <div className="max-w-full rounded-2xl bg-panel px-5 py-7 sm:px-8 text-center shadow-lg ring-1 ring-line">
        <h2 className="font-semibold text-xl">{say("gallery.empty.title")}</h2>
        <p className="mt-1 mb-4 text-quiet">{say("gallery.empty.text")}</p>
        <CopyChip text={COMMAND} />
      </div>
    </div>
  );
}

/** A filter that lets no job through, and the way out of it. */
export function Nothing({ clear }: { clear: () => void }) {
  const say = useWords();
  return (
    <div className="py-24 text-center">
      <h2 className="font-semibold text-xl">{say("filter.nothing")}</h2>
      <button type="button" className="button mt-4" onClick={clear}>
        {say("filter.clear")}
      </button>
    </div>
  );
}
