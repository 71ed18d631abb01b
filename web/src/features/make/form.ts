// What every part of the form knows: the draft, how to change it, and what is wrong with it.
import {
  createContext,
  type Dispatch,
  type SetStateAction,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from "react";
import { type Model, Refused, useModels } from "@/shared/api";
import { useLanguage } from "@/shared/preferences";
import { type Checked, type Layout, type Placed, useCheck } from "./api";
import { type Draft, EMPTY } from "./draft";
import { type ByField, type Fault, type Field, fieldOf, shownFaults } from "./faults";
import { keepDraft, loadDraft } from "./kept";
import { placedOf } from "./layout";

export type Form = {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  /** Another draft altogether; what was wrong with the old one is forgotten. */
  replace: (draft: Draft) => void;
  /** Why the server would not take it; gives what is to be shown then. */
  refuse: (error: Error) => ByField;
  /** The server took it: what it refused before is over. */
  accept: () => void;
  faults: ByField;
  checked: Checked | undefined;
  checkFailed: Error | null;
  /** The model that would draw; undefined while that is being asked. */
  model: Model | undefined;
} & Brand;

/** What is known of the brand pictures. */
type Brand = {
  /** The last layout that could be reckoned, and the frame that it is of. */
  layout: Laid | null;
  /** Where it has each one that is chosen; null for one that it does not hold. */
  placed: (Placed | null)[];
  /** It is of an older wish: the new one is being asked for, or cannot be laid out. */
  stale: "asking" | "impossible" | null;
  /** The name of the one whose settings are open; empty when all are closed. */
  active: string;
  activate: (name: string) => void;
};
export type Laid = Layout & { frame: { width: number; height: number } };

const FormContext = createContext<Form | null>(null);
export const FormProvider = FormContext.Provider;

export function useForm(): Form {
  const form = useContext(FormContext);
  if (!form) throw new Error("a part of the form stands outside of it");
  return form;
}

// what is typed under one name and told under another
const TOLD_AS: Partial<Record<keyof Draft, Field>> = { fixedSeed: "seed", shapes: "concept" };

const fieldsOf = (part: Partial<Draft>): Field[] =>
  (Object.keys(part) as (keyof Draft)[]).map((name) => TOLD_AS[name] ?? (name as Field));

/** The fields in which two drafts are not the same. */
function differing(one: Draft, other: Draft): ReadonlySet<Field> {
  const changed = Object.entries(one).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(other[name as keyof Draft]),
  );
  return new Set(fieldsOf(Object.fromEntries(changed)));
}

/** What a draft holds already was somebody's wish, and is told of if it cannot be. */
const touchedOf = (draft: Draft): ReadonlySet<Field> => differing(draft, EMPTY);

export function useNewForm(): Form {
  const [draft, setDraft] = useState(loadDraft);
  const [touched, setTouched] = useState(() => touchedOf(draft));
  const [refused, setRefused] = useState<Fault[]>([]);
  useToldAnew(setRefused);
  const check = useCheck(draft);
  const models = useModels().data;

  const replace = useCallback((next: Draft) => {
    keepDraft(next);
    setDraft(next);
    setTouched(touchedOf(next));
    setRefused([]);
  }, []);
  const change = useCallback((part: Partial<Draft>) => {
    const fields = fieldsOf(part);
    setDraft((now) => {
      const next = { ...now, ...part };
      keepDraft(next);
      return next;
    });
    setTouched((now) => new Set([...now, ...fields]));
    setRefused((now) =>
      now.filter((fault) => {
        const field = fieldOf(fault.field)?.field;
        return field !== undefined && !fields.includes(field);
      }),
    );
  }, []);
  const refuse = useCallback((error: Error) => {
    const faults = told(error);
    setRefused(faults);
    // from now on they are looked at while somebody types, like what was typed
    const fields = faults.flatMap(({ field }) => fieldOf(field)?.field ?? []);
    setTouched((now) => new Set([...now, ...fields]));
    return shownFaults([], faults, new Set());
  }, []);

  const accept = useCallback(() => setRefused([]), []);

  const faults = useFaults(check.data, draft, refused, touched);
  const model = models?.find(({ id, default: usual }) =>
    draft.model ? id === draft.model : usual,
  );
  const brand = useBrand(draft, check);
  return {
    ...brand,
    draft,
    change,
    replace,
    refuse,
    accept,
    faults,
    checked: check.data?.checked,
    checkFailed: check.error,
    model,
  };
}

const LAID_OUT: readonly Field[] = ["assets", "size", "width", "height", "model", "engine"];

function useBrand(draft: Draft, { data: looked, error }: ReturnType<typeof useCheck>): Brand {
  const [first, second] = draft.assets;
  const [active, activate] = useState(first && !second ? first.asset : "");
  const layout = useLaid(looked?.checked);
  const wanted = draft.assets.length > 0;
  const placed = useMemo(() => placedOf(layout, draft.assets), [layout, draft.assets]);
  const changed = looked ? differing(draft, looked.about) : new Set<Field>();
  const asking = !error && LAID_OUT.some((field) => changed.has(field));
  return {
    layout: wanted ? layout : null,
    placed,
    stale: asking ? "asking" : looked?.checked.layout ? null : "impossible",
    active,
    activate,
  };
}

/** While something of it is faulty there is no layout: then it is the one before. */
function useLaid(checked: Checked | undefined): Laid | null {
  const [last, keep] = useState<Laid | null>(null);
  const found = useMemo((): Laid | null => {
    const { layout, width, height } = checked ?? {};
    return layout && width && height ? { ...layout, frame: { width, height } } : null;
  }, [checked]);
  if (found && found !== last) keep(found);
  return found ?? last;
}

/** In another language the look at the draft tells the faults of fields anew, and nobody else. */
function useToldAnew(setRefused: Dispatch<SetStateAction<Fault[]>>): void {
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change that counts
  useEffect(() => {
    setRefused((now) => now.filter(({ field }) => fieldOf(field) === null));
  }, [language, setRefused]);
}

function useFaults(
  looked: ReturnType<typeof useCheck>["data"],
  draft: Draft,
  refused: readonly Fault[],
  touched: ReadonlySet<Field>,
): ByField {
  return useMemo(() => {
    const { checked, about } = looked ?? {};
    // what was wrong with another text is not told of this one
    const changed = about ? differing(draft, about) : new Set<Field>();
    const told = (checked?.faults ?? []).filter(({ field }) => {
      const own = fieldOf(field)?.field;
      return own === undefined || !changed.has(own);
    });
    return shownFaults(told, refused, touched);
  }, [looked, draft, refused, touched]);
}

/** A refusal as faults: each of its fields, or itself when it has none. */
function told(error: Error): Fault[] {
  if (!(error instanceof Refused)) return [{ field: "", code: "offline", message: "", hint: "" }];
  // the gate says it, and once a person is through nothing is wrong
  if (error.status === 401) return [];
  const { faults, code, message, hint } = error;
  return faults.length > 0 ? faults : [{ field: "", code, message, hint }];
}
