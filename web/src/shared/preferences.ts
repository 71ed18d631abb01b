// What this browser remembers of a person's wishes; nothing of it leaves the browser.
import { useSyncExternalStore } from "react";

export type Language = "en" | "ko";
export type Theme = "system" | "light" | "dark";
export type Color = `#${string}`;
/** What pictures with alpha lie on: a color as `#rrggbb`, a messenger, or a photo of one's own. */
export type Board = "checker" | "chat-light" | "chat-dark" | "photo" | Color;

export class Remembered<Value extends string> {
  private readonly listeners = new Set<() => void>();
  private value: Value;

  constructor(
    private readonly key: string,
    private readonly initial: () => Value,
    private readonly fits: (text: string) => text is Value,
  ) {
    this.value = this.load();
    // another tab may change it
    addEventListener("storage", (event) => {
      if (event.key === key) this.change(this.load());
    });
  }

  readonly get = (): Value => this.value;

  readonly set = (value: Value): void => {
    try {
      localStorage.setItem(this.key, value);
    } catch {
      // a browser that forbids storage forgets it with the page
    }
    this.change(value);
  };

  readonly listen = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private load(): Value {
    try {
      const text = localStorage.getItem(this.key);
      return text !== null && this.fits(text) ? text : this.initial();
    } catch {
      return this.initial();
    }
  }

  private change(value: Value): void {
    this.value = value;
    for (const listener of this.listeners) listener();
  }
}

const spoken = (): Language => (navigator.language.toLowerCase().startsWith("ko") ? "ko" : "en");

export const language = new Remembered<Language>(
  "nukki.language",
  spoken,
  (text): text is Language => text === "en" || text === "ko",
);
export const theme = new Remembered<Theme>(
  "nukki.theme",
  () => "system",
  (text): text is Theme => ["system", "light", "dark"].includes(text),
);
export const board = new Remembered<Board>(
  "nukki.board",
  () => "checker",
  (text): text is Board =>
    ["checker", "chat-light", "chat-dark", "photo"].includes(text) || /^#[0-9a-f]{6}$/i.test(text),
);
/** Whether pictures show their alpha as gray. */
export const alphaShown = new Remembered<"" | "yes">(
  "nukki.alpha",
  () => "",
  (text): text is "" | "yes" => text === "" || text === "yes",
);
const MOST_BRAND = 12;
const brand = new Remembered<string>(
  "nukki.brand",
  () => "",
  (text): text is string => /^(#[0-9a-f]{6},){0,12}$/.test(text),
);

const colors = (text: string): Color[] => text.split(",").filter(Boolean) as Color[];
const joined = (list: Color[]): string => list.map((color) => `${color},`).join("");

/** Keeps a brand color, as the last; the oldest goes when there are too many. */
export function addBrand(color: Color): void {
  const others = colors(brand.get()).filter((known) => known !== color);
  brand.set(joined([...others, color].slice(-MOST_BRAND)));
}

export function removeBrand(color: Color): void {
  brand.set(joined(colors(brand.get()).filter((known) => known !== color)));
}

export function useRemembered<Value extends string>(what: Remembered<Value>): Value {
  return useSyncExternalStore(what.listen, what.get);
}

export const useLanguage = (): Language => useRemembered(language);
export const useTheme = (): Theme => useRemembered(theme);
export const useBoard = (): Board => useRemembered(board);
export const useAlphaShown = (): boolean => useRemembered(alphaShown) === "yes";
export const useBrand = (): Color[] => colors(useRemembered(brand));

/** Keep the document in step with language and theme; call once, at the start. */
export function followPreferences(): void {
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const dark = theme.get() === "dark" || (theme.get() === "system" && prefersDark.matches);
    document.documentElement.classList.toggle("dark", dark);
    document.documentElement.lang = language.get();
  };
  theme.listen(apply);
  language.listen(apply);
  prefersDark.addEventListener("change", apply);
  apply();
}
