import { expect, test } from "vitest";
import { say } from "@/shared/words/words";
import { chips } from "./Chips";
import { type Chosen, NOTHING, parsed, written } from "./filter";

const of = (chosen: Chosen) =>
  chips(
    chosen,
    (key, blanks) => say("en", key, blanks),
    (pack) => pack.toUpperCase(),
    (day) => day,
  );

test("everything that is chosen has a chip, and taking all of them away leaves nothing", () => {
  const search = "text=cup&state=done,failed&packs=sp-glass&since=2026-01-05&seed=7&starred=yes";
  let chosen = parsed(new URLSearchParams(search));
  expect(of(chosen).map(({ name }) => name)).toEqual([
    "“cup”",
    "Done",
    "Failed",
    "SP-GLASS",
    "From 2026-01-05",
    "Seed 7",
    "Starred",
  ]);
  for (let [chip] = of(chosen); chip; [chip] = of(chosen)) chosen = { ...chosen, ...chip.change };
  expect(written(chosen)).toBe("");
});

test.each([
  [{ when: "week" as const, since: "2020-01-01" }, ["Last 7 days"]],
  [{ since: "2026-01-05", until: "2026-01-06" }, ["2026-01-05 – 2026-01-06"]],
  [{ until: "2026-01-06" }, ["Until 2026-01-06"]],
  [{ text: "  " }, []],
])("of %o a person reads %o", (change, names) => {
  expect(of({ ...NOTHING, ...change }).map(({ name }) => name)).toEqual(names);
});
