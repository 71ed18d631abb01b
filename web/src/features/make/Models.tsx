// Which model draws and where, as soon as there is more than one to choose from.
import { useModels } from "@/shared/api";
import { useLanguage } from "@/shared/preferences";
import { useWords } from "@/shared/words/words";
import { useEngines } from "./api";
import { Labelled } from "./Field";
import { useForm } from "./form";

export function ModelChoice() {
  const say = useWords();
  const language = useLanguage();
  const { draft, faults, change } = useForm();
  const models = useModels().data?.filter(({ available }) => available) ?? [];
  const known = draft.model === "" || models.some(({ id }) => id === draft.model);
  // a draft of another installation may name one that is not here: it must be possible to leave it
  if (models.length < 2 && known && !faults.model) return null;
  return (
    <Labelled name="model" label={say("make.model")}>
      {(described) => (
        <select
          {...described}
          value={draft.model}
          onChange={(event) => change({ model: event.target.value })}
          className="field aria-invalid:border-bad"
        >
          <option value="">{say("make.usual")}</option>
          {!known && <option value={draft.model}>{draft.model}</option>}
          {models.map(({ id, name }) => (
            <option key={id} value={id}>
              {name?.[language] ?? id}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

export function EngineChoice() {
  const say = useWords();
  const { draft, faults, change } = useForm();
  const engines = useEngines().data?.filter(({ here }) => here) ?? [];
  const known = draft.engine === "" || engines.some(({ name }) => name === draft.engine);
  if (engines.length < 2 && known && !faults.engine) return null;
  return (
    <Labelled name="engine" label={say("make.engine")}>
      {(described) => (
        <select
          {...described}
          value={draft.engine}
          onChange={(event) => change({ engine: event.target.value })}
          className="field aria-invalid:border-bad"
        >
          <option value="">{say("make.usual")}</option>
          {!known && <option value={draft.engine}>{draft.engine}</option>}
          {engines.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
