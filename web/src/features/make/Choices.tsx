// Fields that are one of a few: how many, what of words without a shape, which seed.
import { Dices } from "lucide-react";
import { useId } from "react";
import { Term } from "@/shared/ui/Term";
import { useWords } from "@/shared/words/words";
import { MOST } from "./draft";
import { Group, idOf, useDescribed } from "./Field";
import { useForm } from "./form";

type Option<Value> = { value: Value; name: string };
type Props<Value> = {
  options: Option<Value>[];
  chosen: Value;
  choose: (value: Value) => void;
};

/** Radio buttons in a row; the legend is that of the group around. */
function Row<Value extends string | number>({ options, chosen, choose }: Props<Value>) {
  const group = useId();
  return (
    <div className="seg w-full">
      {options.map(({ value, name }) => (
        <label key={value} className="min-h-8! flex-1 px-1! text-center">
          <input
            type="radio"
            className="unseen"
            name={group}
            checked={value === chosen}
            onChange={() => choose(value)}
          />
          {name}
        </label>
      ))}
    </div>
  );
}

export function Count() {
  const say = useWords();
  const { draft, change } = useForm();
  const options = Array.from({ length: MOST.count }, (_, place) => ({
    value: place + 1,
    name: String(place + 1),
  }));
  return (
    <Group name="count" label={say("make.count")}>
      <Row options={options} chosen={draft.count} choose={(count) => change({ count })} />
    </Group>
  );
}

export function Unmatched() {
  const say = useWords();
  const { draft, change } = useForm();
  return (
    <Group name="unmatched" label={say("make.unmatched")} hint={say("make.unmatched.about")}>
      <Row
        options={[
          { value: "refuse", name: say("make.unmatched.refuse") },
          { value: "skip", name: say("make.unmatched.skip") },
        ]}
        chosen={draft.unmatched}
        choose={(unmatched) => change({ unmatched })}
      />
    </Group>
  );
}

/** Random, or a number of one's own that draws the same again. */
export function Seed() {
  const say = useWords();
  const { draft, change } = useForm();
  return (
    <Group name="seed" label={<Term name="seed" />} hint={say(`make.seed.${draft.seed}.about`)}>
      <div className="flex gap-2">
        <div className="grow">
          <Row
            options={[
              { value: "random", name: say("make.seed.random") },
              { value: "fixed", name: say("make.seed.fixed") },
            ]}
            chosen={draft.seed}
            choose={(seed) => change({ seed, fixedSeed: draft.fixedSeed || String(anySeed()) })}
          />
        </div>
        {draft.seed === "fixed" && <SeedNumber />}
      </div>
    </Group>
  );
}

function SeedNumber() {
  const say = useWords();
  const { draft, change } = useForm();
  const { id: _, ...described } = useDescribed("seed", true);
  return (
    <>
      <input
        {...described}
        id={`${idOf("seed")}-number`}
        inputMode="numeric"
        aria-label={say("make.seed.number")}
        maxLength={20}
        value={draft.fixedSeed}
        onChange={(event) => change({ fixedSeed: event.target.value })}
        className="field w-36 tabular-nums aria-invalid:border-bad"
      />
      <button
        type="button"
        className="button px-2.5!"
        title={say("make.seed.another")}
        aria-label={say("make.seed.another")}
        onClick={() => change({ fixedSeed: String(anySeed()) })}
      >
        <Dices aria-hidden className="size-4" />
      </button>
    </>
  );
}

/** Ten digits at most, as the server draws them: a person can read and copy them. */
const anySeed = (): number => Math.floor(Math.random() * 2 ** 31);
