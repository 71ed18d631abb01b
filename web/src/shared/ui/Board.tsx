import type { CSSProperties, ReactNode } from "react";
import { useBanner } from "@/shared/banner";
import { type Board as Ground, useAlphaShown, useBoard } from "@/shared/preferences";

type Props = { className?: string; children?: ReactNode };

/** A surface in the chosen background, on which pictures with alpha lie. */
export function Board({ className, children }: Props) {
  const ground = useGround();
  return (
    <div className={`board ${className ?? ""}`} {...grounded(ground)}>
      {children}
    </div>
  );
}

/** The chosen background, or black for alpha; the checkerboard where the photo was lost. */
export function useGround(): Ground | "alpha" {
  const chosen = useBoard();
  const photo = useBanner(chosen === "photo");
  if (useAlphaShown()) return "alpha";
  return chosen === "photo" && !photo ? "checker" : chosen;
}

/** What an element with the class `board` is given to look like a background. */
export function grounded(ground: Ground | "alpha"): {
  "data-board": string;
  style?: CSSProperties;
} {
  if (!ground.startsWith("#")) return { "data-board": ground };
  return { "data-board": "color", style: { "--board": ground } as CSSProperties };
}
