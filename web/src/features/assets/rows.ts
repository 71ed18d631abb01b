// Files that were dropped and are not yet in the library: what was typed for each, and the name that
// it would get. What a file must be like is the server's to say.
export type Guess = { id: string | null; variant: string };

export type Row = {
  key: number;
  file: File;
  /** The asset that it was dropped on. */
  into: string | null;
  /** What a person typed; null while nobody has. */
  id: string | null;
  variant: string | null;
  name: string | null;
  tags: string;
  minScale: string;
  clearSpace: string;
  /** Its colors are to be converted, where nothing else stands against it. */
  convert: boolean;
  /** What the server makes of the file's name. */
  guess: Guess | null;
  /** It could be registered as it stands. */
  ready: boolean;
};

export type Typed = Partial<
  Pick<Row, "id" | "variant" | "name" | "tags" | "minScale" | "clearSpace" | "convert">
>;

export type Act =
  | { do: "take"; files: File[]; into?: string | null }
  | { do: "type"; key: number; typed: Typed }
  | { do: "hear"; key: number; guess: Guess | null; ready: boolean }
  | { do: "leave"; key: number };

export const MOST_ROWS = 40;
const DEFAULT = "default";
let made = 0;

export function rowsAfter(rows: Row[], act: Act): Row[] {
  switch (act.do) {
    case "take": {
      const same = (file: File) => (row: Row) =>
        row.file.name === file.name &&
        row.file.size === file.size &&
        row.file.lastModified === file.lastModified;
      const fresh = act.files.filter((file) => !rows.some(same(file)));
      return [...rows, ...fresh.map((file) => rowOf(file, act.into ?? null))].slice(0, MOST_ROWS);
    }
    case "type":
      return changed(rows, act.key, act.typed);
    case "hear": {
      const row = rows.find(({ key }) => key === act.key);
      const guess = act.guess ?? row?.guess ?? null;
      if (!row || (row.ready === act.ready && same(row.guess, guess))) return rows;
      return changed(rows, act.key, { guess, ready: act.ready });
    }
    case "leave":
      return rows.filter(({ key }) => key !== act.key);
  }
}

function rowOf(file: File, into: string | null): Row {
  made += 1;
  return {
    key: made,
    file,
    into,
    id: null,
    variant: null,
    name: null,
    tags: "",
    minScale: "",
    clearSpace: "",
    convert: false,
    guess: null,
    ready: false,
  };
}

const changed = (rows: Row[], key: number, change: Partial<Row>): Row[] =>
  rows.map((row) => (row.key === key ? { ...row, ...change } : row));

const same = (one: Guess | null, other: Guess | null): boolean =>
  one?.id === other?.id && one?.variant === other?.variant;

export type Place = {
  id: string;
  variant: string;
  /** Nobody typed it, and no other row has a part in it. */
  guessed: boolean;
  /** The name of the row whose variant it becomes. */
  joins: string | null;
};

/** The name that a row would get. A file whose name goes on where that of another row ends is a
 * variant of it: `logo-dark.png` beside `logo.png`. */
export function placeOf(row: Row, rows: Row[]): Place {
  const guess = row.guess;
  const typed = { guessed: false, joins: null };
  if (row.into !== null && row.id === null) {
    const own = guess?.id === row.into ? guess.variant : (guess?.id ?? DEFAULT);
    return { id: row.into, variant: row.variant ?? own, ...typed };
  }
  if (row.id !== null) return { id: row.id, variant: row.variant ?? DEFAULT, ...typed };
  const sibling = guess?.variant === DEFAULT ? siblingOf(row, rows) : null;
  if (sibling && guess?.id) {
    const rest = guess.id.slice(sibling.id.length + 1);
    const joins = nameOf(sibling.row);
    return { id: sibling.id, variant: row.variant ?? rest, guessed: false, joins };
  }
  return {
    id: guess?.id ?? "",
    variant: row.variant ?? guess?.variant ?? DEFAULT,
    guessed: row.variant === null,
    joins: null,
  };
}

/** The row with the longest name that this one's goes on from. */
function siblingOf(row: Row, rows: Row[]): { row: Row; id: string } | null {
  const own = row.guess?.id ?? "";
  const begun = rows
    .filter((other) => other.key !== row.key && other.ready)
    .map((other) => ({ row: other, id: other.id ?? other.guess?.id ?? "" }))
    .filter(({ id }) => id && own.startsWith(`${id}-`));
  return begun.sort((a, b) => b.id.length - a.id.length)[0] ?? null;
}

/** The name that people read: what was typed, else the file's without its ending. */
export function nameOf(row: Row): string {
  return (
    row.name ??
    row.file.name
      .normalize("NFC")
      .replace(/\.[^.]*$/, "")
      .slice(0, 80)
  );
}

/** `summer, logo` as a list. */
export function tagsOf(text: string): string[] {
  return [...new Set(text.split(/[,，、\n]/).map((tag) => tag.trim()))].filter(Boolean);
}

/** Rows to register one after the other: an asset before its variants. */
export function inOrder(rows: Row[]): Row[] {
  const length = (row: Row) => {
    const { id, variant } = placeOf(row, rows);
    return id.length + (variant === DEFAULT ? 0 : 1000);
  };
  return rows.filter(({ ready }) => ready).sort((a, b) => length(a) - length(b));
}
