// A style in the gallery: two pictures of it, and everything about it once it is opened.
import { ChevronDown } from "lucide-react";
import { useId } from "react";
import { Link } from "wouter";
import type { Pack } from "@/shared/api";
import { useLanguage } from "@/shared/preferences";
import { Board } from "@/shared/ui/Board";
import { CopyChip } from "@/shared/ui/CopyChip";
import { PackDetails } from "@/shared/ui/PackDetails";
import { useWords } from "@/shared/words/words";

type Props = { pack: Pack; opened: boolean; toggle: () => void };

export function PackTile({ pack, opened, toggle }: Props) {
  const details = useId();
  return (
    <>
      <li id={pack.id} className="group relative">
        <Pictures pack={pack} opened={opened} />
        <Opener pack={pack} opened={opened} details={details} toggle={toggle} />
      </li>
      {opened && (
        <li
          id={details}
          className="col-span-full rounded-2xl border border-line bg-panel p-4 sm:p-6"
        >
          <PackDetails pack={pack}>
            <Acts id={pack.id} />
          </PackDetails>
        </li>
      )}
    </>
  );
}

function Pictures({ pack, opened }: { pack: Pack; opened: boolean }) {
  const say = useWords();
  const language = useLanguage();
  return (
    <Board
      className={`grid aspect-[2/1] grid-cols-2 overflow-hidden rounded-2xl ring-1 group-hover:ring-quiet ${opened ? "ring-2 ring-ink" : "ring-line"}`}
    >
      {pack.samples.slice(0, 2).map(({ url, concept }) => (
        <img
          key={url}
          src={url}
          alt={say("styles.alt", { pack: pack.name[language], concept })}
          width={384}
          height={384}
          loading="lazy"
          decoding="async"
          className="size-full object-contain p-[6%]"
        />
      ))}
    </Board>
  );
}

type OpenerProps = Props & { details: string };

/** The name is the button, and the whole tile is its target. */
function Opener({ pack, opened, details, toggle }: OpenerProps) {
  const language = useLanguage();
  return (
    <>
      <h2 className="mt-2.5 font-semibold">
        <button
          type="button"
          aria-expanded={opened}
          aria-controls={opened ? details : undefined}
          onClick={toggle}
          className="flex w-full items-center justify-between gap-2 text-left after:absolute after:inset-0 after:rounded-2xl"
        >
          {pack.name[language]}
          <ChevronDown
            aria-hidden
            className={`size-4 text-quiet motion-safe:transition-transform ${opened ? "rotate-180" : ""}`}
          />
        </button>
      </h2>
      {!opened && <p className="line-clamp-2 text-quiet text-sm">{pack.description[language]}</p>}
    </>
  );
}

function Acts({ id }: { id: string }) {
  const say = useWords();
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      <Link href={`/make?packs=${id}`} className="button" data-kind="first">
        {say("styles.choose")}
      </Link>
      <CopyChip text={id} />
    </div>
  );
}
