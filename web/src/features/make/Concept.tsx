// What to draw, and what it is for.
import { useEffect, useRef } from "react";
import { useWords } from "@/shared/words/words";
import { MOST } from "./draft";
import { Labelled } from "./Field";
import { useForm } from "./form";

export function Concept() {
  const say = useWords();
  const { draft, change } = useForm();
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const { current } = area;
    if (!current) return;
    current.focus({ preventScroll: true });
    current.setSelectionRange(current.value.length, current.value.length);
  }, []);
  return (
    <Labelled
      name="concept"
      label={say("make.concept")}
      aside={`${draft.concept.length} / ${MOST.concept}`}
    >
      {(described) => (
        <textarea
          {...described}
          ref={area}
          required
          rows={3}
          maxLength={MOST.concept}
          value={draft.concept}
          onChange={(event) => change({ concept: event.target.value })}
          placeholder={say("make.concept.example")}
          className="field field-sizing-content max-h-64 min-h-24 resize-y py-2.5 text-base! leading-normal aria-invalid:border-bad"
        />
      )}
    </Labelled>
  );
}

export function Campaign() {
  const say = useWords();
  const { draft, change } = useForm();
  return (
    <Labelled name="campaign" label={say("make.campaign")} hint={say("make.campaign.about")}>
      {(described) => (
        <textarea
          {...described}
          rows={1}
          maxLength={MOST.campaign}
          value={draft.campaign}
          onChange={(event) => change({ campaign: event.target.value })}
          placeholder={say("make.campaign.example")}
          className="field field-sizing-content max-h-40 resize-y py-2 leading-normal aria-invalid:border-bad"
        />
      )}
    </Labelled>
  );
}
