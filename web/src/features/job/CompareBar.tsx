import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { Picture } from "@/shared/api";
import { type Say, useWords } from "@/shared/words/words";
import type { Laid, Other } from "./laying";
import { differenceOf } from "./pixels";
import type { Mode } from "./Viewer";

const MODES: Mode[] = ["slider", "beside", "difference", "blink"];

export type Comparing = { other: Other; mode: Mode };

type Props = {
  offered: Other[];
  comparing: Comparing;
  change: (change: Comparing) => void;
  difference?: { first: Picture; second: Picture; laid: Laid };
};

/** With what the candidate is compared, and how. */
export function CompareBar({ offered, comparing, change, difference }: Props) {
  const say = useWords();
  const group = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <label className="flex items-center gap-2">
        <span className="text-quiet">{say("compare.with")}</span>
        <select
          className="field"
          value={comparing.other}
          onChange={(event) => change({ ...comparing, other: event.target.value as Other })}
        >
          {offered.map((other) => (
            <option key={other} value={other}>
              {otherName(other, say)}
            </option>
          ))}
        </select>
      </label>
      <fieldset className="seg">
        <legend className="sr-only">{say("compare.how")}</legend>
        {MODES.map((mode) => (
          <label key={mode}>
            <input
              type="radio"
              className="unseen"
              name={group}
              checked={comparing.mode === mode}
              onChange={() => change({ ...comparing, mode })}
            />
            {say(`compare.${mode}`)}
          </label>
        ))}
      </fieldset>
      {difference && <Largest {...difference} />}
    </div>
  );
}

export function otherName(other: Other, say: Say): string {
  if (other === "drawing") return say("take.drawing");
  if (other === "original") return say("compare.original");
  return say("job.candidate", { number: Number(other) + 1 });
}

/** How much they differ at most, as they are seen on black or white. */
function Largest({ first, second, laid }: NonNullable<Props["difference"]>) {
  const say = useWords();
  const { data } = useQuery({
    queryKey: ["difference", first.url, second.url],
    queryFn: () => differenceOf(first, second, laid),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <p className="text-quiet tabular-nums" aria-live="polite">
      {data !== undefined && say(data === 0 ? "compare.same" : "compare.largest", { levels: data })}
    </p>
  );
}
