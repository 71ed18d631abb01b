// Everything that has a sane default, folded away.
import { ChevronRight } from "lucide-react";
import type { Ref } from "react";
import { useWords } from "@/shared/words/words";
import { Count, Unmatched } from "./Choices";
import { MOST } from "./draft";
import { Labelled } from "./Field";
import { FOLDED } from "./faults";
import { useForm } from "./form";
import { EngineChoice, ModelChoice } from "./Models";
import { References } from "./References";
import { SizeField } from "./SizeField";
import type { Uploads } from "./uploads";

export function More({ ref, uploads }: { ref: Ref<HTMLDetailsElement>; uploads: Uploads }) {
  const say = useWords();
  const { faults } = useForm();
  const faulty = FOLDED.some((field) => faults[field]);
  return (
    <details ref={ref} className="group border-line border-y">
      <summary className="flex min-h-11 list-none items-center gap-2 font-semibold text-sm [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 text-quiet group-open:rotate-90 motion-safe:transition-transform"
        />
        {say("make.more")}
        <Summary />
        {faulty && <span className="text-bad group-open:hidden">{say("make.more.faulty")}</span>}
      </summary>
      <div className="grid gap-6 pt-2 pb-6">
        <FreeText />
        <References uploads={uploads} />
        <SizeField />
        <Count />
        <Negative />
        <ModelChoice />
        <EngineChoice />
        <Unmatched />
      </div>
    </details>
  );
}

/** What the folded fields say, in short. */
function Summary() {
  const say = useWords();
  const { size, width, height, count } = useForm().draft;
  return (
    <span className="ml-auto truncate font-normal text-quiet tabular-nums group-open:hidden">
      {size === "own" ? `${width} × ${height}` : size}
      {" · "}
      {say("make.count.of", { count })}
    </span>
  );
}

function FreeText() {
  const say = useWords();
  const { draft, change } = useForm();
  return (
    <Labelled name="freeText" label={say("make.free-text")} hint={say("make.free-text.about")}>
      {(described) => (
        <textarea
          {...described}
          rows={2}
          maxLength={MOST.freeText}
          value={draft.freeText}
          onChange={(event) => change({ freeText: event.target.value })}
          placeholder={say("make.free-text.example")}
          className="field field-sizing-content max-h-40 resize-y py-2 leading-normal aria-invalid:border-bad"
        />
      )}
    </Labelled>
  );
}

/** What to leave out, if the model can. */
function Negative() {
  const say = useWords();
  const { draft, change, model } = useForm();
  const deaf = model?.capabilities?.negative === false;
  return (
    <Labelled
      name="negative"
      label={say("make.negative")}
      hint={say(deaf ? "make.negative.not" : "make.negative.about")}
    >
      {(described) => (
        <input
          {...described}
          // what was written for another model can still be taken out
          disabled={deaf && draft.negative === ""}
          maxLength={MOST.negative}
          value={draft.negative}
          onChange={(event) => change({ negative: event.target.value })}
          placeholder={say("make.negative.example")}
          className="field disabled:bg-sunk aria-invalid:border-bad"
        />
      )}
    </Labelled>
  );
}
