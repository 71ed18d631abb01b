import { expect, test } from "vitest";
import type { Command, Group } from "@/shared/commands";
import { TERMS } from "@/shared/glossary";
import { printed } from "@/shared/ui/Keys";
import { en } from "@/shared/words/help";
import { say } from "@/shared/words/words";
import { each, FOR_CHOOSING, grouped, search } from "./listing";

const command = (id: string, name: string, group: Group = "go"): Command => ({
  id,
  name,
  group,
  run: () => {},
});
const commands = [
  command("a", say("ko", "go.make")),
  command("b", say("ko", "settings.title"), "app"),
  command("c", `${say("ko", "theme.label")}: ${say("ko", "theme.dark")}`, "app"),
];
const found = (typed: string) => search(commands, typed, "ko").map((hit) => hit.command.id);

test("commands are found by initials, and by their names in the other language", () => {
  expect(found("ㅁㄷㄱ")[0]).toBe("a");
  expect(found("sett")[0]).toBe("b");
  expect(found("theme dark")).toEqual(["c"]);
  expect(found("")).toEqual(["a", "b", "c"]);
  expect(found("zzz")).toEqual([]);
});

test("letters are marked only in the name that is shown", () => {
  const [shown] = search(commands, "설정", "ko");
  const [other] = search(commands, "settings", "ko");
  expect([shown?.found.at, other?.found.at]).toEqual([[0, 1], []]);
});

test("of two commands with one id the last that was shown counts", () => {
  expect(each([command("a", "below"), command("a", "above")]).map(({ name }) => name)).toEqual([
    "above",
  ]);
});

test("parts stand in their order, and empty ones nowhere", () => {
  const order = grouped(commands, ({ group }) => group, FOR_CHOOSING).map(([group]) => group);
  expect(order).toEqual(["go", "app"]);
});

test("keys are told as they are printed on the keyboard", () => {
  expect(printed("mod+shift+b", false)).toEqual(["Ctrl", "Shift", "B"]);
  expect(printed("mod+shift+b", true)).toEqual(["⌘", "⇧", "B"]);
  expect(printed("ArrowLeft", false)).toEqual(["←"]);
  expect(printed("mod++", false)).toEqual(["Ctrl", "+"]);
});

test("every word of the glossary is told in one line, and none is told that is not in it", () => {
  const told = Object.keys(en).filter((key) => /^term\.\w+\.about$/.test(key));
  expect(told.sort()).toEqual(TERMS.map((term) => `term.${term}.about`).sort());
  for (const term of TERMS) {
    for (const language of ["en", "ko"] as const) {
      expect(say(language, `term.${term}.about`).length).toBeLessThan(110);
    }
  }
});
