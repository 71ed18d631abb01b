// One style pack in the picker: two real pictures of it, and what it is when opened.
import { ChevronDown } from "lucide-react";
import { useId } from "react";
import type { Pack } from "@/shared/api";
import { useLanguage } from "@/shared/preferences";
import { Board } from "@/shared/ui/Board";
import { PackDetails } from "@/shared/ui/PackDetails";
import { useWords } from "@/shared/words/words";
import { MOST } from "./draft";
import { ofItem } from "./faults";
import { useForm } from "./form";

type Props = { pack: Pack; opened: boolean; open: () => void };

export function PackTile({ pack, opened, open }: Props) {
  const say = useWords();
  const name = pack.name[useLanguage()];
  const details = useId();
  const box = useId();
  return (
    <>
      <li className="min-w-0">
        <Choice pack={pack} name={name} box={box} />
        <div className="mt-0.5 flex min-h-6 items-center justify-between pl-1 text-[0.8125rem]">
          <label htmlFor={box} className="min-w-0 flex-1 truncate leading-6">
            {name}
          </label>
          <button
            type="button"
            className="grid size-6 shrink-0 place-items-center rounded-md text-quiet hover:bg-sunk"
            aria-expanded={opened}
            aria-controls={opened ? details : undefined}
            aria-label={say("make.packs.open", { pack: name })}
            title={say("make.packs.open", { pack: name })}
            onClick={open}
          >
            <ChevronDown aria-hidden className={`size-3.5 ${opened ? "rotate-180" : ""}`} />
          </button>
        </div>
      </li>
      {opened && (
        <li id={details} className="col-span-full rounded-xl border border-line bg-panel p-4">
          <PackDetails pack={pack} />
        </li>
      )}
    </>
  );
}

/** A checkbox that is its own picture, and the name below it too; a number says where in the order
 * it stands. */
function Choice({ pack, name, box }: { pack: Pack; name: string; box: string }) {
  const { draft, faults, change } = useForm();
  const { packs } = draft;
  const place = packs.indexOf(pack.id);
  const chosen = place >= 0;
  const toggle = () =>
    change({ packs: chosen ? packs.filter((id) => id !== pack.id) : [...packs, pack.id] });
  return (
    <label className="frame relative block rounded-xl has-checked:ring-2 has-checked:ring-ink has-disabled:opacity-50">
      <input
        id={box}
        type="checkbox"
        className="unseen"
        checked={chosen}
        disabled={!chosen && packs.length >= MOST.packs}
        onChange={toggle}
        aria-label={name}
        aria-invalid={(chosen && ofItem(faults.packs, place).length > 0) || undefined}
      />
      <Board className="grid aspect-[2/1] grid-cols-2 overflow-hidden rounded-xl ring-1 ring-line [--cell:6px]">
        {pack.samples.slice(0, 2).map(({ url }) => (
          <img
            key={url}
            src={url}
            alt=""
            width={96}
            height={96}
            loading="lazy"
            decoding="async"
            className="size-full object-contain p-[5%]"
          />
        ))}
      </Board>
      {chosen && (
        <span className="absolute -top-1 -right-1 grid size-5 place-items-center rounded-full bg-ink font-semibold text-paper text-xs tabular-nums">
          {place + 1}
        </span>
      )}
    </label>
  );
}
