import { useEffect } from "react";
import { usePacks } from "@/shared/api";
import { useTitle } from "@/shared/title";
import { BoardSwitch } from "@/shared/ui/BoardSwitch";
import { Refusal } from "@/shared/ui/Refusal";
import { useWords } from "@/shared/words/words";
import { PackCard } from "./PackCard";

/** The style packs: what each looks like on the chosen background, and what its alpha does. */
export default function Styles() {
  const say = useWords();
  const { data: packs, error, refetch } = usePacks();
  useTitle(say("styles.title"));
  useEffect(() => {
    if (packs) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [packs]);
  if (error) return <Refusal error={error} again={() => refetch()} />;
  return (
    <>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3 pt-8 pb-6">
        <div className="mr-auto">
          <h1 className="font-bold text-[1.75rem] leading-tight tracking-tight">
            {say("styles.title")}
          </h1>
          <p className="mt-1 text-quiet text-sm">{say("styles.about")}</p>
        </div>
        <BoardSwitch />
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(24rem,100%),1fr))] gap-x-6 gap-y-10">
        {packs?.map((pack) => (
          <PackCard key={pack.id} pack={pack} />
        ))}
      </ul>
    </>
  );
}
