// The jobs that this tab asked for, newest first; they are still beside the form after a reload.
import { useCallback, useState } from "react";
import { keepAsked, loadAsked, MOST_ASKED } from "./kept";

export function useAsked() {
  const [asked, setAsked] = useState(loadAsked);
  const change = useCallback((update: (ids: string[]) => string[]) => {
    setAsked((now) => {
      const next = update(now);
      keepAsked(next);
      return next;
    });
  }, []);
  const add = useCallback(
    (id: string) =>
      change((ids) => [id, ...ids.filter((other) => other !== id)].slice(0, MOST_ASKED)),
    [change],
  );
  const forget = useCallback(
    (id: string) => change((ids) => ids.filter((other) => other !== id)),
    [change],
  );
  return { asked, add, forget };
}
