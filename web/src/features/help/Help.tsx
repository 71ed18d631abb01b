// The sheet of shortcuts and the glossary.
import { type Command, useRegistered } from "@/shared/commands";
import { TERMS } from "@/shared/glossary";
import { Keys } from "@/shared/ui/Keys";
import { Sheet } from "@/shared/ui/Sheet";
import { useWords } from "@/shared/words/words";
import { each, grouped } from "./listing";

export default function Help({ closed }: { closed: () => void }) {
  const say = useWords();
  return (
    <Sheet kind="middle" title={say("help.title")} closed={closed}>
      <section
        aria-label={say("help.title")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: nothing in it can be focused, so it scrolls by keys itself
        tabIndex={0}
        className="-outline-offset-2 overflow-y-auto rounded-b-2xl px-5 pb-6"
      >
        <Shortcuts />
        <Glossary />
      </section>
    </Sheet>
  );
}

/** The keys of everything that can be done here and now. */
function Shortcuts() {
  const say = useWords();
  const keyed = each(useRegistered()).filter(({ keys }) => keys);
  return (
    <section aria-label={say("help.keys")}>
      <p className="text-quiet text-sm">{say("help.keys.about")}</p>
      <div className="mt-4 columns-1 gap-x-10 sm:columns-2">
        {grouped(keyed, ({ group }) => group).map(([group, commands]) => (
          <div key={group} className="mb-5 break-inside-avoid">
            <h3 className="mb-1 font-semibold text-sm">{say(`group.${group}`)}</h3>
            <dl>
              {commands.map((command) => (
                <Shortcut key={command.id} command={command} />
              ))}
            </dl>
          </div>
        ))}
      </div>
    </section>
  );
}

function Shortcut({ command: { name, keys = "", disabled } }: { command: Command }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-4 border-line border-b py-1 text-sm">
      <dt className={disabled ? "text-quiet" : ""}>{name}</dt>
      <dd>
        <Keys keys={keys} />
      </dd>
    </div>
  );
}

function Glossary() {
  const say = useWords();
  return (
    <section aria-label={say("help.terms")} className="mt-3">
      <h3 className="font-semibold text-lg tracking-tight">{say("help.terms")}</h3>
      <dl className="mt-2 grid gap-x-10 gap-y-3 sm:grid-cols-2">
        {TERMS.map((term) => (
          <div key={term}>
            <dt className="font-medium text-sm">{say(`term.${term}`)}</dt>
            <dd className="text-quiet text-sm">{say(`term.${term}.about`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
