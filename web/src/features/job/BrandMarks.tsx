// How brand pictures were given, as badges: a sign and a word, never color alone.
import { Blend, type LucideIcon, Scaling, ShieldCheck, ShieldX, Stamp, Undo2 } from "lucide-react";
import type { Candidate } from "@/shared/api";
import { useWords } from "@/shared/words/words";
import { brandsOf, type Mark, marksOf, type Standing } from "./brand";

const SIGNS: Record<Standing, [LucideIcon, string]> = {
  failed: [ShieldX, "text-bad"],
  instead: [Undo2, "text-quiet"],
  exact: [ShieldCheck, "text-good"],
  resampled: [Scaling, "text-quiet"],
  overlay: [Blend, "text-quiet"],
  imprint: [Stamp, "text-quiet"],
};

export function BrandSign({ standing }: { standing: Standing }) {
  const [Sign, color] = SIGNS[standing];
  return <Sign aria-hidden className={`size-4 shrink-0 ${color}`} />;
}

/** One badge for each way in which brand pictures of the candidate were given. */
export function BrandMarks({ candidate }: { candidate: Candidate }) {
  const say = useWords();
  const marks = marksOf(brandsOf(candidate), say);
  if (marks.length === 0) return null;
  return (
    <ul className="flex min-w-0 flex-wrap gap-1.5" aria-label={say("brand.title")}>
      {marks.map((mark) => (
        <BrandMark key={mark.word} mark={mark} />
      ))}
    </ul>
  );
}

function BrandMark({ mark: { standing, word, names } }: { mark: Mark }) {
  const say = useWords();
  const whole = say("brand.mark", { names: names.join(", "), word });
  const shown = names.length > 1 ? say("brand.times", { word, count: names.length }) : word;
  return (
    <li title={whole} className={standing === "failed" ? `${PLATE} bg-bad/10` : `${PLATE} bg-sunk`}>
      <BrandSign standing={standing} />
      <span className="sr-only">{whole}</span>
      <span aria-hidden className="min-w-0 truncate">
        {shown}
      </span>
    </li>
  );
}

const PLATE =
  "inline-flex min-h-6 min-w-0 items-center gap-1 rounded-md px-1.5 font-medium text-xs tabular-nums";
