// After going to another place, the window is at its top, the focus at its heading, and its title
// is told.
import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { announce } from "@/shared/announce";

const PATIENCE_MS = 5000;

export function Arrival() {
  const [path] = useLocation();
  const came = useRef(path);
  const isBack = useRef(false);
  useEffect(() => {
    const back = () => {
      isBack.current = true;
    };
    addEventListener("popstate", back);
    return () => removeEventListener("popstate", back);
  }, []);
  useEffect(() => {
    if (came.current === path) return;
    came.current = path;
    // who goes back is where the browser remembers them to have been
    if (!isBack.current) scrollTo(0, 0);
    isBack.current = false;
    return onHeading((heading) => {
      heading.tabIndex = -1;
      heading.style.outline = "none"; // it is no control
      heading.focus({ preventScroll: true });
      announce(document.title);
    });
  }, [path]);
  return null;
}

/** Calls `found` once the place has its heading, unless a person was faster and is elsewhere. */
function onHeading(found: (heading: HTMLElement) => void): () => void {
  const main = document.getElementById("main");
  const before = document.activeElement;
  const look = (): boolean => {
    const now = document.activeElement;
    const moved = now !== before && now !== document.body && now !== null;
    const heading = main?.querySelector("h1");
    if (heading && !moved) found(heading);
    return moved || Boolean(heading);
  };
  if (!main || look()) return () => {};
  const watcher = new MutationObserver(() => look() && stop());
  const timer = setTimeout(() => stop(), PATIENCE_MS);
  const stop = () => {
    watcher.disconnect();
    clearTimeout(timer);
  };
  watcher.observe(main, { childList: true, subtree: true });
  return stop;
}
