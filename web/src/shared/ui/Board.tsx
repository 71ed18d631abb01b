import type { CSSProperties, ReactNode } from "react";
import { useBoard } from "@/shared/preferences";

/** A surface in the chosen background, on which pictures with alpha lie. */
export function Board({ className, children }: { className?: string; children?: ReactNode }) {
  const board = useBoard();
  const checker = board === "checker";
  return (
    <div
      className={`board ${className ?? ""}`}
      data-board={checker ? "checker" : "colour"}
      style={checker ? undefined : ({ "--board": board } as CSSProperties)}
    >
      {children}
    </div>
  );
}
