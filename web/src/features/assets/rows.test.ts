import { expect, test } from "vitest";
import { type Act, inOrder, MOST_ROWS, nameOf, placeOf, type Row, rowsAfter, tagsOf } from "./rows";

const file = (name: string) => new File([name], name, { type: "image/png", lastModified: 1 });
const after = (...acts: Act[]): Row[] => acts.reduce<Row[]>(rowsAfter, []);
const taken = (...names: string[]) => after({ do: "take", files: names.map(file) });

/** What the server says of each file, in their order. */
function heard(rows: Row[], guesses: [string | null, string][], ready = true): Row[] {
  return rows.reduce(
    (now, { key }, at) =>
      rowsAfter(now, {
        do: "hear",
        key,
        guess: { id: guesses[at]?.[0] ?? null, variant: guesses[at]?.[1] ?? "default" },
        ready,
      }),
    rows,
  );
}

const placed = (rows: Row[]) => rows.map((row) => placeOf(row, rows));

test("the same file dropped twice is one row, and there is an end to rows", () => {
  expect(
    after({ do: "take", files: [file("a"), file("b")] }, { do: "take", files: [file("a")] }),
  ).toHaveLength(2);
  const many = Array.from({ length: MOST_ROWS + 5 }, (_, n) => file(`${n}.png`));
  expect(after({ do: "take", files: many })).toHaveLength(MOST_ROWS);
});

test("until somebody types, a row has the name that the server makes of its file", () => {
  const rows = heard(taken("여름.png"), [["yeoreum", "default"]]);
  expect(placed(rows)).toEqual([{ id: "yeoreum", variant: "default", guessed: true, joins: null }]);
  const [row] = rows;
  const typed = rowsAfter(rows, { do: "type", key: row?.key ?? 0, typed: { id: "summer" } });
  expect(placed(typed)).toEqual([
    { id: "summer", variant: "default", guessed: false, joins: null },
  ]);
});

test("a file whose name goes on after that of another row is its variant", () => {
  const rows = heard(taken("logo-dark.png", "logo.png", "logo-dark-mono.png", "logos.png"), [
    ["logo-dark", "default"],
    ["logo", "default"],
    ["logo-dark-mono", "default"],
    ["logos", "default"],
  ]);
  expect(placed(rows).map(({ id, variant }) => `${id}:${variant}`)).toEqual([
    "logo:dark",
    "logo:default",
    "logo-dark:mono",
    "logos:default",
  ]);
  expect(placed(rows).map(({ joins }) => joins)).toEqual(["logo", null, "logo-dark", null]);
  expect(inOrder(rows).map(({ file }) => file.name)).toEqual([
    "logo.png",
    "logos.png",
    "logo-dark.png",
    "logo-dark-mono.png",
  ]);
});

test("a file that cannot be registered lends its name to nobody", () => {
  const rows = heard(taken("logo-dark.png", "logo.png"), [["logo-dark", "default"]]);
  const refused = rowsAfter(rows, {
    do: "hear",
    key: rows[1]?.key ?? 0,
    guess: { id: "logo", variant: "default" },
    ready: false,
  });
  expect(placed(refused)[0]).toEqual({
    id: "logo-dark",
    variant: "default",
    guessed: true,
    joins: null,
  });
});

test("hearing the same again changes nothing, so nobody hears it without end", () => {
  const rows = heard(taken("logo.png"), [["logo", "default"]]);
  expect(heard(rows, [["logo", "default"]])).toBe(rows);
});

test("a variant that is typed stays when the id is guessed anew", () => {
  const rows = heard(taken("logo.png"), [["logo", "default"]]);
  const typed = rowsAfter(rows, { do: "type", key: rows[0]?.key ?? 0, typed: { variant: "mono" } });
  expect(placed(typed)).toEqual([{ id: "logo", variant: "mono", guessed: false, joins: null }]);
});

test("a name is the file's without its ending, as people write it", () => {
  const [row] = taken("여름 로고.v2.png".normalize("NFD"));
  expect(row && nameOf(row)).toBe("여름 로고.v2");
});

test("what is dropped on an asset becomes its variant, named by the file", () => {
  const files = [file("festival.png"), file("peak-dark.png"), file("축제.png")];
  const rows = heard(after({ do: "take", files, into: "peak" }), [
    ["festival", "default"],
    ["peak", "dark"],
    [null, "default"],
  ]);
  expect(placed(rows).map(({ id, variant }) => `${id}:${variant}`)).toEqual([
    "peak:festival",
    "peak:dark",
    "peak:default",
  ]);
});

test("tags are split at commas of any script, each once", () => {
  expect(tagsOf(" 여름, logo，logo、봄,, ")).toEqual(["여름", "logo", "봄"]);
});
