// Commands as the palette and the sheet of shortcuts list them.
import type { Command, Group } from "@/shared/commands";
import { type Found, find } from "@/shared/find";
import type { Language } from "@/shared/preferences";
import { inOther } from "@/shared/words/words";

/** The order of the parts for reading: what belongs to the page comes first. */
const FOR_READING: Group[] = ["make", "review", "picture", "refine", "list", "go", "app"];
/** And for choosing: what is wanted everywhere comes first. */
export const FOR_CHOOSING: Group[] = ["go", "make", "review", "picture", "refine", "list", "app"];

export type Hit = { command: Command; found: Found; name: string };

/** Each command once; of two with one id the last that was shown counts. */
export function each(commands: Command[]): Command[] {
  return [...new Map(commands.map((command) => [command.id, command])).values()];
}

export function grouped<Item>(
  items: Item[],
  groupOf: (item: Item) => Group,
  order = FOR_READING,
): [Group, Item[]][] {
  return order
    .map((group): [Group, Item[]] => [group, items.filter((item) => groupOf(item) === group)])
    .filter(([, own]) => own.length > 0);
}

/** The commands that fit what was typed, in either language, best first. */
export function search(commands: Command[], typed: string, language: Language): Hit[] {
  const hits = each(commands).flatMap((command): Hit[] => {
    const own = find(typed, command.name);
    const other = find(typed, inOther(command.name, language));
    if (own && own.score >= (other?.score ?? 0))
      return [{ command, found: own, name: command.name }];
    // what fits is a name that is not shown, so there is nothing to mark
    return other ? [{ command, found: { ...other, at: [] }, name: command.name }] : [];
  });
  return typed.trim() ? hits.sort((a, b) => b.found.score - a.found.score) : hits;
}
