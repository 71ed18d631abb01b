// Somebody else refined the candidate while strokes were drawn here: one of both must give way.
import { Users } from "lucide-react";
import { useWords } from "@/shared/words/words";
import type { Desk } from "./useEdits";

export function Foreign({ desk }: { desk: Desk }) {
  const say = useWords();
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b bg-panel px-4 py-2.5 text-sm"
    >
      <Users aria-hidden className="size-4.5 shrink-0 text-accent" />
      <p className="min-w-0 flex-1 basis-64">
        <span className="font-medium">{say("refine.foreign.title")}.</span>{" "}
        <span className="text-quiet">{say("refine.foreign.text")}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        <button type="button" className="button" onClick={desk.load}>
          {say("refine.foreign.load")}
        </button>
        <button type="button" className="button" data-kind="grave" onClick={() => desk.save(true)}>
          {say("refine.foreign.over")}
        </button>
      </div>
    </div>
  );
}
