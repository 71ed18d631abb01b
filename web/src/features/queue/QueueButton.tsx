// The way to the queue, with how many are in it.
import { ListOrdered } from "lucide-react";
import { useWords } from "@/shared/words/words";
import { isDrawn, useLine } from "./line";

export function QueueButton({ open }: { open: () => void }) {
  const say = useWords();
  const line = useLine().data;
  const count = line ? line.active.length + line.beyond : 0;
  const busy = line?.active.some(isDrawn) ?? false;
  const name = count ? say("queue.open.count", { count }) : say("queue.title");
  return (
    <button
      type="button"
      className="icon grid-flow-col gap-1.5 px-2"
      title={name}
      aria-haspopup="dialog"
      onClick={open}
    >
      <ListOrdered aria-hidden className="size-4.5" />
      <span className="sr-only">{name}</span>
      {count > 0 && (
        <span
          aria-hidden
          className={`grid h-5 min-w-5 place-items-center rounded-full px-1.5 font-semibold text-xs tabular-nums ${busy ? "bg-accent text-paper" : "bg-sunk text-ink"}`}
        >
          {count}
        </span>
      )}
    </button>
  );
}
