// What opens over any place; each is loaded when it is first opened.
import { lazy, Suspense, useEffect } from "react";
import { useLocation } from "wouter";
import { isOverDialog, openOver, useOver } from "./over";

const Queue = lazy(() => import("@/features/queue/Queue"));
const Palette = lazy(() => import("@/features/help/Palette"));
const Help = lazy(() => import("@/features/help/Help"));
const Settings = lazy(() => import("@/features/settings/Settings"));

const close = () => openOver(null);

export function Overlays() {
  const over = useOver();
  const [path] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: who went elsewhere has left it
  useEffect(close, [path]);
  return (
    <Suspense>
      {over === "queue" && <Queue closed={close} />}
      {over === "palette" && <Palette inDialog={isOverDialog()} closed={close} />}
      {over === "help" && <Help closed={close} />}
      {over === "settings" && <Settings closed={close} />}
    </Suspense>
  );
}
