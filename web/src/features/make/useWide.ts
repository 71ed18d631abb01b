// Whether there is room for two columns; the same width at which the styles make them.
import { useSyncExternalStore } from "react";

const WIDE = "(width >= 64rem)";

export function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(WIDE);
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    () => matchMedia(WIDE).matches,
  );
}
