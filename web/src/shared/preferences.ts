// What this browser remembers of a person's wishes; nothing of it leaves the browser.
import { useSyncExternalStore } from "react";

export type Language = "en" | "ko";
export type Theme = "system" | "light" | "dark";
/** `checker`, or a colour as `#rrggbb`. */
export type Board = "checker" | `#${string}`;

class Remembered<Value extends string> {
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
  (text): text is Board => text === "checker" || /^#[0-9a-f]{6}$/i.test(text),
);

function useRemembered<Value extends string>(what: Remembered<Value>): Value {
  return useSyncExternalStore(what.listen, what.get);
}

export const useLanguage = (): Language => useRemembered(language);
export const useTheme = (): Theme => useRemembered(theme);
export const useBoard = (): Board => useRemembered(board);

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
