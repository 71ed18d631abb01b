// Which brand picture is outlined in the large picture: the one that is pointed at, else the pinned.
import { useState } from "react";
import type { Candidate } from "@/shared/api";
import type { Point, Size } from "@/shared/viewport";
import { brandsOf } from "./brand";

export type Sought = {
  shown: number | null;
  pinned: number | null;
  point: (index: number | null) => void;
  /** Again takes it away. */
  pin: (index: number) => void;
};

/** `pins` is called when one is to stay outlined. */
export function useSought(pins: () => void): Sought {
  const [pointed, point] = useState<number | null>(null);
  const [pinned, setPinned] = useState<number | null>(null);
  const pin = (index: number) => {
    const again = pinned === index;
    setPinned(again ? null : index);
    // what was pressed again is to be seen to go
    if (again) point(null);
    else pins();
  };
  return { shown: pointed ?? pinned, pinned, point, pin };
}

/** Where it stands in the finished picture; undefined where there is none, or where nobody wrote down
 * how it was cut. */
export function roomOf(candidate: Candidate, index: number | null): (Point & Size) | undefined {
  const brand = brandsOf(candidate).find((one) => one.index === index);
  const [left, top] = candidate.offset ?? [];
  if (!brand || !candidate.final || left === undefined || top === undefined) return undefined;
  const { x, y, width, height } = brand;
  return { x: x - left, y: y - top, width, height };
}
