// The keys of the large picture.
import type { Candidate } from "@/shared/api";
import { type Command, useCommands } from "@/shared/commands";
import { useWords } from "@/shared/words/words";
import type { Look } from "./look";
import { useCopy } from "./useCopy";
import type { Layering } from "./useLayers";

type Acts = {
  look: Look;
  candidate: Candidate;
  previous: () => void;
  next: () => void;
  all: (() => void) | undefined;
  toggleMarks: (() => void) | undefined;
  toggleCompare: (() => void) | undefined;
  layers: Layering;
};

export function useViewCommands(acts: Acts): void {
  const say = useWords();
  const { look } = acts;
  const { asIs, onGround, groundName } = useCopy(acts.candidate.final);
  const command = (
    id: string,
    group: Command["group"],
    name: string,
    keys: string,
    run: (() => unknown) | undefined,
  ): Command[] => (run ? [{ id: `review.${id}`, name, group, keys, run: () => void run() }] : []);
  useCommands([
    ...command("previous", "review", say("key.previous"), "ArrowLeft", acts.previous),
    ...command("next", "review", say("key.next"), "ArrowRight", acts.next),
    ...command("all", "review", say("key.all"), "g", acts.all),
    ...command("compare", "review", say("compare.verb"), "c", acts.toggleCompare),
    ...command("layers", "picture", say("layers.next"), "l", acts.layers.next),
    ...command("exact", "picture", acts.layers.peekName, "x", acts.layers.peek),
    ...command("marks", "picture", say("checks.marks"), "m", acts.toggleMarks),
    ...command("in", "picture", say("view.in"), "+", look.closer),
    ...command("out", "picture", say("view.out"), "-", look.farther),
    ...command("fit", "picture", say("view.fit"), "0", look.fit),
    ...command("actual", "picture", say("view.actual"), "1", look.actual),
    ...command("copy", "picture", say("copy.picture"), "shift+c", asIs),
    ...command("copy-on", "picture", say("copy.on", { ground: groundName }), "shift+d", onGround),
  ]);
}
