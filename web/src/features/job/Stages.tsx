import type { Candidate } from "@/shared/api";
import type { Key } from "@/shared/words/en";
import { en } from "@/shared/words/en";
import { type Say, useWords } from "@/shared/words/words";
import { spent } from "./reviewing";

/** Where the time of a candidate went: each stage by name, with its seconds and its share. */
export function Stages({ candidate }: { candidate: Candidate }) {
  const say = useWords();
  const stages = spent(candidate.timings);
  if (stages.length === 0) return null;
  const most = Math.max(...stages.map((stage) => stage.seconds));
  return (
    <section>
      <div className="mb-2 flex items-baseline justify-between">
        <h2 className="font-semibold">{say("stages.title")}</h2>
        <span className="text-sm tabular-nums">{seconds(candidate.seconds, say)}</span>
      </div>
      <ul className="grid gap-1.5 text-sm">
        {stages.map((stage) => (
          <li key={stage.name}>
            <span className="flex items-baseline justify-between gap-4">
              <span className="first-letter:uppercase">{named(stage.name, say)}</span>
              <span className="tabular-nums">{seconds(stage.seconds, say)}</span>
            </span>
            <span aria-hidden className="mt-1 block h-1 rounded-full bg-sunk">
              <span
                className="block h-full min-w-1 rounded-full bg-quiet"
                style={{ width: `${(100 * stage.seconds) / most}%` }}
              />
            </span>
            {stage.parts.length > 1 && (
              <span className="mt-1 block text-quiet text-[0.8125rem]">
                {stage.parts
                  .map((part) => `${named(part.name, say)} ${seconds(part.seconds, say)}`)
                  .join(" · ")}
              </span>
            )}
          </li>
        ))}
      </ul>
      {candidate.strategy && (
        <p className="mt-2 text-quiet text-sm">
          {say("facts.alpha")}: {say(`strategy.${candidate.strategy}` as Key)}
        </p>
      )}
    </section>
  );
}

/** Our own stages have names; those of another engine are told as it calls them. */
function named(name: string, say: Say): string {
  const key = `stage.${name}`;
  return key in en ? say(key as Key) : name;
}

function seconds(value: number, say: Say): string {
  const shown = value >= 9.95 ? value.toFixed(0) : value >= 0.095 ? value.toFixed(1) : "< 0.1";
  return say("facts.seconds", { seconds: shown });
}
