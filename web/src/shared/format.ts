import type { Language } from "./preferences";

/** One format for each language: to make one takes the browser longer than to draw a card. */
function each<Format>(make: (language: Language) => Format): (language: Language) => Format {
  const made = new Map<Language, Format>();
  return (language) => {
    const format = made.get(language) ?? make(language);
    made.set(language, format);
    return format;
  };
}

const relative = each((language) => new Intl.RelativeTimeFormat(language, { numeric: "auto" }));
const days = each((language) => new Intl.DateTimeFormat(language, { dateStyle: "medium" }));
const moments = each(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }),
);
const inUnits = (unit: string) =>
  each((language) => new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }));
/** Lengths of time in one unit, in words. */
export const lengths = {
  second: inUnits("second"),
  minute: inUnits("minute"),
  hour: inUnits("hour"),
};

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["minute", 60],
  ["hour", 3600],
  ["day", 86400],
];
const WEEK = 7 * 86400;

/** "5 minutes ago", or the day when it is more than a week past. */
export function ago(iso: string, language: Language, now = Date.now()): string {
  const seconds = (now - Date.parse(iso)) / 1000;
  if (!Number.isFinite(seconds)) return "";
  if (seconds > WEEK) return day(iso, language);
  const [unit, size] = STEPS.findLast(([, size]) => seconds >= size) ?? ["second", 1];
  return relative(language).format(-Math.max(0, Math.floor(seconds / size)), unit);
}

export function moment(iso: string, language: Language): string {
  return moments(language).format(new Date(iso));
}

function day(iso: string, language: Language): string {
  return days(language).format(new Date(iso));
}

/** A length of time as people guess it: "40 seconds", "3 minutes". */
export function duration(seconds: number, language: Language): string {
  const [unit, count] =
    seconds < 90
      ? ([
          "second",
          seconds < 10 ? Math.max(1, Math.round(seconds)) : Math.round(seconds / 5) * 5,
        ] as const)
      : seconds < 5400
        ? (["minute", Math.round(seconds / 60)] as const)
        : (["hour", Math.round(seconds / 3600)] as const);
  return lengths[unit](language).format(count);
}

/** 412 KB or 1.3 MB, in thousands as file managers count. */
export function bytes(count: number): string {
  return count < 1e6
    ? `${Math.max(1, Math.round(count / 1e3))} KB`
    : `${(count / 1e6).toFixed(1)} MB`;
}

/** A limit with its unit as people read it beside a figure. */
export function limit(value: number, unit: string): string {
  return unit === "%" ? `${value} %` : String(value);
}

/** A file name that carries concept and seed, safe on every system. */
export function fileName(concept: string, seed: number, part = ""): string {
  const words = concept
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60);
  return `${[words || "nukki", seed, part].filter((piece) => piece !== "").join("_")}.png`;
}
