// What a brand picture becomes in the file, in a word and a figure: never by color alone.
import { BadgeCheck, Blend, Scaling, Stamp } from "lucide-react";
import { type Language, useLanguage } from "@/shared/preferences";
import type { Key } from "@/shared/words/en";
import { type Say, useWords } from "@/shared/words/words";
import type { Placed } from "./api";
import { useForm } from "./form";
import { type Given, givenOf } from "./layout";

const SIGNS: Record<Given, typeof Blend> = {
  exact: BadgeCheck,
  resampled: Scaling,
  overlay: Blend,
  imprint: Stamp,
};

/** Where the settings of the picture at that place stand. */
export const cardOf = (place: number): string => `make-asset-${place}`;

/** Leads to them. */
export function showCard(place: number): void {
  requestAnimationFrame(() => {
    const card = document.getElementById(cardOf(place));
    card?.scrollIntoView({ block: "center" });
    card?.focus({ preventScroll: true });
  });
}

/** Which one it is, here and in the small frame. */
export function Badge({ place, className = "" }: { place: number; className?: string }) {
  return (
    <span
      className={`grid size-4 shrink-0 place-items-center rounded bg-ink font-semibold text-[0.6875rem] text-paper leading-none tabular-nums ${className}`}
    >
      {place + 1}
    </span>
  );
}

export function State({ place }: { place: number }) {
  const say = useWords();
  const language = useLanguage();
  const { draft, placed, stale } = useForm();
  const at = placed[place];
  const use = draft.assets[place];
  if (!use) return null;
  if (!at) {
    return (
      <span className="block truncate text-quiet text-xs first-letter:uppercase">
        {say(`make.position.${use.position}`)}
      </span>
    );
  }
  const Sign = SIGNS[givenOf(at)];
  return (
    <span
      className={`flex items-center gap-1 text-xs ${givenOf(at) === "exact" ? "text-good" : "text-quiet"} ${stale ? "opacity-60" : ""}`}
    >
      <Sign aria-hidden className="size-3.5 shrink-0" />
      <span className="truncate">{told(at, say, language)}</span>
    </span>
  );
}

/** The word for it. */
export const given = (at: Placed): Key => `make.given.${givenOf(at)}`;

/** "Exact", or "Resampled · 62 % · turned by −8°". */
export function told(at: Placed, say: Say, language: Language): string {
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 });
  return [
    say(given(at)),
    ...(at.scale < 1 ? [percent.format(at.scale)] : []),
    ...(at.rotate !== 0 ? [say("make.given.turned", { degrees: at.rotate })] : []),
    ...(at.tilt !== "none" ? [say("make.given.tilted")] : []),
  ].join(" · ");
}
