import { Check, CircleCheckBig, X } from "lucide-react";
import { useId } from "react";
import type { Candidate } from "@/shared/api";
import { Board } from "@/shared/ui/Board";
import { useWords } from "@/shared/words/words";

type Props = {
  candidates: Candidate[];
  coming: number;
  chosen: number;
  choose: (place: number) => void;
  selected: number[];
};

/** All candidates small, as radio buttons: arrow keys go from one to the next. Those that are
 * still to be drawn have their places at the end. */
export function Filmstrip({ candidates, coming, chosen, choose, selected }: Props) {
  const say = useWords();
  const group = useId();
  if (candidates.length + coming < 2) return <span />;
  return (
    <fieldset className="flex flex-wrap gap-2.5" title={say("job.keys")}>
      <legend className="sr-only">{say("job.candidates")}</legend>
      {candidates.map((item, place) => {
        const Mark = item.passed ? Check : X;
        const verdict = say(item.passed ? "job.passed" : "job.failed");
        const picked = selected.includes(item.index);
        const name = say("job.candidate", { number: item.index + 1 });
        return (
          <label
            key={item.index}
            className="frame relative rounded-xl has-checked:ring-2 has-checked:ring-ink has-checked:ring-offset-2 has-checked:ring-offset-paper"
          >
            <input
              type="radio"
              className="unseen"
              name={group}
              checked={place === chosen}
              onChange={() => choose(place)}
              aria-label={[name, verdict, ...(picked ? [say("select.done")] : [])].join(", ")}
            />
            <Board
              className={`size-14 overflow-hidden rounded-xl p-1 sm:size-16 ${picked ? "ring-2 ring-accent" : "ring-1 ring-line"}`}
            >
              {item.thumb && <img src={item.thumb} alt="" className="size-full object-contain" />}
            </Board>
            {picked && (
              <span className="absolute -top-1 -left-1 grid size-5 place-items-center rounded-full bg-accent text-paper">
                <CircleCheckBig aria-hidden className="size-3.5" />
              </span>
            )}
            <span
              className={`absolute -right-1 -bottom-1 grid size-5 place-items-center rounded-full bg-panel ring-1 ring-line ${item.passed ? "text-good" : "text-bad"}`}
            >
              <Mark aria-hidden className="size-3" strokeWidth={3} />
            </span>
          </label>
        );
      })}
      {Array.from({ length: coming }, (_, place) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          key={place}
          title={say("job.coming")}
          className="size-14 rounded-xl border border-quiet/50 border-dashed motion-safe:animate-pulse sm:size-16"
        />
      ))}
    </fieldset>
  );
}
