import { useCallback } from "react";
import { type Language, useLanguage } from "@/shared/preferences";
import { en, type Key } from "./en";
import { ko } from "./ko";

const TABLES = { en, ko };

export type Blanks = Record<string, string | number>;
export type Say = (key: Key, blanks?: Blanks) => string;

export function say(language: Language, key: Key, blanks: Blanks = {}): string {
  return TABLES[language][key].replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(blanks[name] ?? whole),
  );
}

/** The words in the person's language: `say("history.count", { count: 3 })`. */
export function useWords(): Say {
  const language = useLanguage();
  return useCallback((key, blanks) => say(language, key, blanks), [language]);
}

const other: Record<Language, Language> = { en: "ko", ko: "en" };
let names: Map<string, string> | undefined;

/** A name in the other language, so that it is found by both; empty when there is none. */
export function inOther(text: string, language: Language): string {
  names ??= new Map(
    (["en", "ko"] as const).flatMap((from) =>
      (Object.keys(en) as Key[]).map((key) => [from + TABLES[from][key], TABLES[other[from]][key]]),
    ),
  );
  const told = (part: string) => names?.get(language + part) ?? "";
  return told(text) || text.split(": ").map(told).filter(Boolean).join(": ");
}
