// A style opened: its pictures large, its words and colors, and what becomes of alpha and shadow.
import { Layers, SunDim } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Pack } from "@/shared/api";
import { useLanguage } from "@/shared/preferences";
import { Board } from "@/shared/ui/Board";
import { useWords } from "@/shared/words/words";

type Sample = Pack["samples"][number];

// what opens below the window's edge would not be noticed
const reveal = (opened: HTMLElement | null) => opened?.scrollIntoView({ block: "nearest" });

/** `children` are what else may be done with it. */
export function PackDetails({ pack, children }: { pack: Pack; children?: ReactNode }) {
  const say = useWords();
  const language = useLanguage();
  return (
    <div ref={reveal} className="@container">
      <div className="grid gap-x-8 gap-y-4 @3xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <ul className="grid grid-cols-2 gap-3">
          {pack.samples.slice(0, 2).map((sample) => (
            <SampleCard key={sample.url} sample={sample} pack={pack.name[language]} />
          ))}
        </ul>
        <div className="grid content-start gap-4">
          <p className="text-sm">{pack.description[language]}</p>
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
          <Palette colors={pack.palette} />
          {children}
        </div>
      </div>
    </div>
  );
}

/** A picture that was really drawn, what was asked for, and the way to ask for it oneself. */
function SampleCard({ sample, pack }: { sample: Sample; pack: string }) {
  const say = useWords();
  return (
    <li className="grid content-start gap-2">
      <Board className="aspect-square overflow-hidden rounded-xl ring-1 ring-line">
        <img
          src={sample.url}
          alt={say("styles.alt", { pack, concept: sample.concept })}
          width={384}
          height={384}
          loading="lazy"
          decoding="async"
          className="size-full object-contain p-[6%]"
        />
      </Board>
      <p className="text-sm leading-snug">{sample.concept}</p>
      <Link
        href={`/make?sample=${encodeURIComponent(sample.name)}`}
        className="button min-h-8! justify-self-start"
        aria-label={say("styles.use.of", { concept: sample.concept })}
      >
        {say("styles.use")}
      </Link>
    </li>
  );
}

function Palette({ colors }: { colors: string[] }) {
  const say = useWords();
  return (
    <ul aria-label={say("styles.palette")} className="flex shrink-0 pt-0.5 pl-1.5">
      {colors.map((color) => (
        <li
          key={color}
          title={color}
          className="-ml-1.5 size-6 rounded-full inset-ring inset-ring-ink/15 ring-2 ring-panel"
          style={{ background: color }}
        >
          <span className="sr-only">{color}</span>
        </li>
      ))}
    </ul>
  );
}
