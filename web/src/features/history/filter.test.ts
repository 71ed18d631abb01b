import { expect, test } from "vitest";
import { asked, asSeed, NOTHING, parsed, written } from "./filter";

const through = (text: string) => written(parsed(new URLSearchParams(text)));

test("an address holds all of a filter, and comes back as it was", () => {
  const chosen = {
    ...NOTHING,
    text: "쇼핑백 & 100%",
    groups: ["done", "failed"] as ("done" | "failed")[],
    packs: ["sp-glass", "my-own"],
    starred: true,
    seed: "9223372036854775807",
    since: "2026-01-05",
    until: "2026-02-01",
  };
  expect(parsed(new URLSearchParams(written(chosen)))).toEqual(chosen);
  expect(written(NOTHING)).toBe("");
});

test.each([
  ["state=asleep,done,toString", "state=done"],
  ["packs=../x,sp-glass,sp-glass,A", "packs=sp-glass"],
  ["seed=-1", ""],
  ["seed=9223372036854775808", ""],
  ["seed=007", "seed=7"],
  ["since=yesterday&until=2026-99-99", ""],
  ["when=constructor&starred=1", ""],
  ["when=week&since=2026-01-01", "when=week"],
])("of %s an address keeps what can be meant", (text, kept) => {
  expect(through(text)).toBe(kept);
});

test("days back are counted from the day that it is", () => {
  const noon = new Date(2026, 0, 31, 12).getTime();
  expect(asked({ ...NOTHING, when: "today" }, noon).since).toBe("2026-01-31");
  expect(asked({ ...NOTHING, when: "week" }, noon).since).toBe("2026-01-25");
  expect(asked({ ...NOTHING, when: "month", until: "2020-01-01" }, noon)).toMatchObject({
    since: "2026-01-02",
    until: "",
  });
});

test("states are asked for as the server names them", () => {
  const { states } = asked({ ...NOTHING, groups: ["waiting", "active"] });
  expect(states).toEqual(["queued", "preparing", "running", "postprocess"]);
  expect(asSeed(" 7")).toBe("");
});
