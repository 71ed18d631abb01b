import { Sheet } from "@/shared/ui/Sheet";
import { useWords } from "@/shared/words/words";
import { Log } from "./Log";

/** The past of the whole library, beside it. */
export function LogSheet({ closed }: { closed: () => void }) {
  const say = useWords();
  return (
    <Sheet
      kind="side"
      title={say("assets.log.title")}
      about={<p className="mt-0.5 text-quiet text-sm">{say("assets.log.about")}</p>}
      closed={closed}
    >
      <div className="overflow-y-auto px-5 pb-5">
        <Log id={null} />
      </div>
    </Sheet>
  );
}
