import { Layers, SunDim } from "lucide-react";
import type { Pack } from "@/shared/api";
import { useLanguage } from "@/shared/preferences";
import { Board } from "@/shared/ui/Board";
import { CopyChip } from "@/shared/ui/CopyChip";
import { useWords } from "@/shared/words/words";

/** A style: two pictures of it, its words, its colours, and what becomes of alpha and shadow. */
export function PackCard({ pack }: { pack: Pack }) {
  const say = useWords();
  const language = useLanguage();
  const name = pack.name[language];
  return (
    <li id={pack.id} className="scroll-mt-20">
      <Board className="grid aspect-[2/1] grid-cols-2 overflow-hidden rounded-2xl ring-1 ring-line">
        {pack.samples.slice(0, 2).map(({ url, concept }) => (
          <img
            key={url}
            src={url}
            alt={say("styles.alt", { pack: name, concept })}
            title={concept}
            width={384}
            height={384}
            loading="lazy"
            decoding="async"
            className="size-full object-contain p-[6%]"
          />
        ))}
      </Board>
      <div className="mt-3 flex items-center justify-between gap-3">
        <h2 className="font-semibold text-lg">{name}</h2>
        <CopyChip text={pack.id} />
      </div>
      <p className="mt-1 text-sm">{pack.description[language]}</p>
      <div className="mt-3 flex items-start justify-between gap-4">
        <ul className="grid gap-1 text-quiet text-sm">
          <li className="flex items-start gap-2">
            <Layers aria-hidden className="mt-0.5 size-4 shrink-0" />
            {say(`alpha.${pack.material_class}`)}
          </li>
          <li className="flex items-start gap-2">
            <SunDim aria-hidden className="mt-0.5 size-4 shrink-0" />
            {say(`shadow.${pack.shadow_policy}`)}
          </li>
        </ul>
        <ul aria-label={say("styles.palette")} className="flex shrink-0 pt-0.5 pl-1.5">
          {pack.palette.map((colour) => (
            <li
              key={colour}
              title={colour}
              className="-ml-1.5 size-6 rounded-full inset-ring inset-ring-ink/15 ring-2 ring-paper"
              style={{ background: colour }}
            >
              <span className="sr-only">{colour}</span>
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}
