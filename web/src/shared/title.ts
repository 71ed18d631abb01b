import { useEffect } from "react";
import { useWords } from "./words/words";

/** The title of the browser's tab: what is seen first, then whose it is. */
export function useTitle(page: string): void {
  const say = useWords();
  const name = say("app.name");
  useEffect(() => {
    document.title = page ? `${page} · ${name}` : name;
  }, [page, name]);
}
