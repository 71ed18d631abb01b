// What opens over any place; loaded once the place is there, so that no key is lost to waiting.
import { Suspense, useEffect } from "react";
import { useLocation } from "wouter";
import { isOverDialog, openOver, useOver } from "./over";
import { part, Show } from "./Part";
import { loadRest } from "./Places";

const Queue = part(() => import("@/features/queue/Queue"));
const Palette = part(() => import("@/features/help/Palette"));
const Help = part(() => import("@/features/help/Help"));
const Settings = part(() => import("@/features/settings/Settings"));

const REST_MS = 2000;

const close = () => openOver(null);

export function Overlays() {
  const over = useOver();
  const [path] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: who went elsewhere has left it
  useEffect(close, [path]);
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const over of [Queue, Palette, Help, Settings]) void over.ahead();
      loadRest();
    }, REST_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Suspense>
      {over === "queue" && <Show of={Queue} with={{ closed: close }} />}
      {over === "palette" && (
        <Show of={Palette} with={{ inDialog: isOverDialog(), closed: close }} />
      )}
      {over === "help" && <Show of={Help} with={{ closed: close }} />}
      {over === "settings" && <Show of={Settings} with={{ closed: close }} />}
    </Suspense>
  );
}
