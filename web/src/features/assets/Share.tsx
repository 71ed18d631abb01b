// How much of what is visible is fully opaque, as a figure and as a length.
import { useLanguage } from "@/shared/preferences";
import { useWords } from "@/shared/words/words";

/** 1 only for all of it, 0 only for nothing. */
export function percent(share: number, language: string): string {
  const shown = share > 0 && share < 1 ? Math.min(0.999, Math.max(0.001, share)) : share;
  const digits = shown > 0.01 && shown < 0.99 ? 0 : 1;
  return new Intl.NumberFormat(language, {
    style: "percent",
    maximumFractionDigits: digits,
  }).format(shown);
}

export function Share({ share }: { share: number }) {
  const say = useWords();
  const shown = percent(share, useLanguage());
  return (
    <div title={say("assets.core.explained", { share: shown })}>
      <p className="text-sm tabular-nums">{say("assets.core.share", { share: shown })}</p>
      <span
        aria-hidden
        className="mt-1 block h-1 overflow-hidden rounded-full bg-sunk ring-1 ring-line"
      >
        <span className="block h-full bg-ink" style={{ width: `${share * 100}%` }} />
      </span>
    </div>
  );
}
