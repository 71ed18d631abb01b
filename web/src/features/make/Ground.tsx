// A checkerboard of middle grays, on which a white logo is seen as well as a black one.
import type { ReactNode } from "react";

/** Two to one against white at least, and eight to one against black. */
const MIDDLE = "board [--check-a:oklch(0.77_0_0)] [--check-b:oklch(0.73_0_0)]";

type Props = { className?: string; children?: ReactNode };

export function Ground({ className = "", children }: Props) {
  return (
    <div className={`${MIDDLE} ${className}`} data-board="checker">
      {children}
    </div>
  );
}
