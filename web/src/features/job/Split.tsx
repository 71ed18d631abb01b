import { type ChangeEvent, type ReactNode, useRef } from "react";
import { useWords } from "@/shared/words/words";

const THUMB_PX = 36;
const AT = `calc(${THUMB_PX / 2}px + (100% - ${THUMB_PX}px) * var(--split))`;

/** Two pictures with a line between them, which is a slider of the browser's own. */
export function Split({ first, second }: { first: ReactNode; second: ReactNode }) {
  const say = useWords();
  const around = useRef<HTMLDivElement>(null);
  // written to the element: a drag would render both pictures for each of its steps
  const move = (event: ChangeEvent<HTMLInputElement>) =>
    around.current?.style.setProperty("--split", event.target.value);
  return (
    <div ref={around} className="absolute inset-0 [--split:0.5]">
      <div className="absolute inset-0" style={{ clipPath: `inset(0 calc(100% - ${AT}) 0 0)` }}>
        {first}
      </div>
      <div className="absolute inset-0" style={{ clipPath: `inset(0 0 0 ${AT})` }}>
        {second}
      </div>
      <div
        className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 bg-white shadow-[0_0_0_1px_oklch(0_0_0/0.35)]"
        style={{ left: AT }}
      />
      <input
        type="range"
        data-own=""
        aria-label={say("compare.split")}
        min={0}
        max={1}
        step={0.01}
        defaultValue={0.5}
        onChange={move}
        className="pointer-events-none absolute inset-x-0 top-1/2 h-9 w-full -translate-y-1/2 appearance-none bg-transparent outline-none [&::-moz-range-thumb]:pointer-events-auto [&::-moz-range-thumb]:size-9 [&::-moz-range-thumb]:cursor-ew-resize [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-2 [&::-moz-range-thumb]:border-black/40 [&::-moz-range-thumb]:bg-white [&::-webkit-slider-thumb]:pointer-events-auto [&::-webkit-slider-thumb]:size-9 [&::-webkit-slider-thumb]:cursor-ew-resize [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:border-2 [&::-webkit-slider-thumb]:border-black/40 [&::-webkit-slider-thumb]:bg-white focus-visible:[&::-moz-range-thumb]:border-accent focus-visible:[&::-webkit-slider-thumb]:border-accent"
      />
    </div>
  );
}
