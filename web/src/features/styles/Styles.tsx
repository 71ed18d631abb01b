// The style packs: what each looks like on the chosen background; one of them is open at a time.
import { useEffect, useState } from "react";
import { usePacks } from "@/shared/api";
import { useTitle } from "@/shared/title";
import { BoardSwitch } from "@/shared/ui/BoardSwitch";
import { Refusal } from "@/shared/ui/Refusal";
import { useWords } from "@/shared/words/words";
import { PackTile } from "./PackTile";

export default function Styles() {
  const say = useWords();
  const { data: packs, error, refetch } = usePacks();
  const [opened, toggle] = useOpened(packs !== undefined);
  useTitle(say("styles.title"));
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
      <ul className="grid grid-flow-row-dense grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] gap-x-5 gap-y-8">
        {packs?.map((pack) => (
          <PackTile
            key={pack.id}
            pack={pack}
            opened={opened === pack.id}
            toggle={() => toggle(pack.id)}
          />
        ))}
      </ul>
    </>
  );
}

/** Which one is open; the address names it, so that it can be passed on. */
function useOpened(shown: boolean): [string, (id: string) => void] {
  const [opened, setOpened] = useState(() => location.hash.slice(1));
  useEffect(() => {
    if (shown) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [shown]);
  const toggle = (id: string) => {
    const next = opened === id ? "" : id;
    setOpened(next);
    history.replaceState(history.state, "", next ? `#${next}` : location.pathname);
  };
  return [opened, toggle];
}
