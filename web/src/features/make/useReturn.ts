// Who comes back from the library finds the brand pictures of the form at once.
import { useEffect } from "react";
import { idOf } from "./Field";

const BACK = `#${idOf("assets")}`;

export function showAssets(): void {
  requestAnimationFrame(() => {
    const section = document.getElementById(idOf("assets"));
    section?.scrollIntoView({ block: "start" });
    section?.focus({ preventScroll: true });
  });
}

/** Whether the address leads to them; it is looked at once, when the form is opened. */
export function useReturn(): void {
  useEffect(() => {
    if (location.hash !== BACK) return;
    history.replaceState(history.state, "", location.pathname + location.search);
    showAssets();
  }, []);
}
