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

/** The words in the person's language: `say("gallery.count", { count: 3 })`. */
export function useWords(): Say {
  const language = useLanguage();
  return useCallback((key, blanks) => say(language, key, blanks), [language]);
}
