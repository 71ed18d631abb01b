import { RotateCw } from "lucide-react";
import { announce } from "@/shared/announce";
import { useWords } from "@/shared/words/words";

type Props = { busy: boolean; reload: () => Promise<unknown> };

export function Reload({ busy, reload }: Props) {
  const say = useWords();
  const click = async () => {
    await reload();
    announce(say("reload.done"));
  };
  return (
    <button type="button" className="button max-sm:px-2.5" onClick={click} aria-busy={busy}>
      <RotateCw aria-hidden className={`size-4 ${busy ? "motion-safe:animate-spin" : ""}`} />
      <span className="max-sm:sr-only">{say("reload.verb")}</span>
    </button>
  );
}
