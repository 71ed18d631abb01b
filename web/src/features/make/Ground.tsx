// A checkerboard of middle grays, on which a white logo is seen as well as a black one.
import type { ReactNode, Ref } from "react";

/** Each gray is at least 2.6 to 1 against white and 4.9 to 1 against black. */
export const MIDDLE = "board [--check-a:oklch(0.7_0_0)] [--check-b:oklch(0.64_0_0)]";

type Props = { className?: string; children?: ReactNode; ref?: Ref<HTMLDivElement> };

export function Ground({ className = "", children, ref }: Props) {
  return (
    <div ref={ref} className={`${MIDDLE} ${className}`} data-board="checker">
      {children}
    </div>
  );
}
