// Which field of the form each fault of a brief belongs to.

/** In the order in which they stand on the page. */
export const FIELDS = [
  "concept",
  "campaign",
  "packs",
  "assets",
  "freeText",
  "references",
  "size",
  "width",
  "height",
  "count",
  "negative",
  "model",
  "engine",
  "unmatched",
  "seed",
] as const;
export type Field = (typeof FIELDS)[number];

/** Those that are folded away until somebody wants them. */
export const FOLDED: readonly Field[] = FIELDS.slice(FIELDS.indexOf("freeText"), -1);

export type Fault = {
  field: string;
  code: string;
  message: string;
  hint: string;
  /** What would do, where the server knows it. */
  nearest?: string | number | boolean | null;
};
/** The faults of each field, and under `whole` those of none. */
export type ByField = Partial<Record<Field | "whole", Fault[]>>;

const NAMES: Record<string, Field> = {
  object_concept: "concept",
  // a shape is picked for a word of the concept, and stands beside it
  shapes: "concept",
  campaign_text: "campaign",
  "style.style_packs": "packs",
  "style.free_text": "freeText",
  "style.reference_images": "references",
  "style.negative": "negative",
  style_packs: "packs",
  free_text: "freeText",
  reference_images: "references",
  negative: "negative",
  assets: "assets",
  size_preset: "size",
  "size_preset.width": "width",
  "size_preset.height": "height",
  candidate_count: "count",
  model: "model",
  engine: "engine",
  unmatched: "unmatched",
  seed: "seed",
};

/** `style.style_packs[1]` is the field `packs` and its second item; a name without a field of the
 * form is null. */
export function fieldOf(name: string): { field: Field; index: number | null } | null {
  const [, path = "", index] = name.match(/^([a-z_.]+?)(?:\[(\d+)\].*)?$/) ?? [];
  const field = NAMES[path] ?? NAMES[name.split(/[.[]/)[0] ?? ""];
  return field ? { field, index: index === undefined ? null : Number(index) } : null;
}

/** Of `assets[1].scale` the part `scale`; null when the whole item is meant. */
export const partOf = (name: string): string | null => name.match(/\]\.(\w+)$/)?.[1] ?? null;

/** Which parts of one item of a list are told of. */
export const partsOf = (faults: readonly Fault[] | undefined, index: number): string[] =>
  ofItem(faults, index).flatMap(({ field }) => partOf(field) ?? []);

export function byField(faults: readonly Fault[]): ByField {
  const result: ByField = {};
  for (const fault of faults) {
    const name = fieldOf(fault.field)?.field ?? "whole";
    result[name] = [...(result[name] ?? []), fault];
  }
  return result;
}

/** What is told of what the form holds now: all that was refused, and of what was looked up only
 * fields that a person has been at. An empty form is no mistake. */
export function shownFaults(
  checked: readonly Fault[],
  refused: readonly Fault[],
  touched: ReadonlySet<Field>,
): ByField {
  const known = new Set(refused.map(identity));
  const mine = checked.filter((fault) => {
    const field = fieldOf(fault.field)?.field;
    return !known.has(identity(fault)) && (field === undefined || touched.has(field));
  });
  return byField([...refused, ...mine]);
}

/** The field that comes first on the page, `whole` if there are only faults of none. */
export function firstOf(faults: ByField): Field | "whole" | null {
  return FIELDS.find((field) => faults[field]) ?? (faults.whole ? "whole" : null);
}

/** The faults of one item of a field that is a list. */
export function ofItem(faults: readonly Fault[] | undefined, index: number): Fault[] {
  return (faults ?? []).filter((fault) => fieldOf(fault.field)?.index === index);
}

const identity = ({ field, code, message }: Fault): string => `${field} ${code} ${message}`;
