import { type PointerEvent, type ReactNode, useRef } from "react";
import { type Banner, type Place, putPlace, usePlace } from "@/shared/banner";
import type { Size } from "@/shared/viewport";
import { useWords } from "@/shared/words/words";
import type { Look } from "./look";

type Props = {
  look: Look;
  photo: Banner;
  size: Size;
  children: (longest: number) => ReactNode;
};

/** A photo with the picture on it, at the photo's own scale, to be dragged where it belongs. */
export function OnPhoto({ look, photo, size, children }: Props) {
  const place = usePlace();
  const drag = useDrag(look, photo, place);
  const longest = place.size * Math.min(photo.width, photo.height);
  const scale = longest / Math.max(size.width, size.height);
  return (
    <>
      <img src={photo.url} alt="" draggable={false} className="absolute inset-0 max-w-none" />
      <div
        data-own="place"
        className="absolute cursor-move touch-none"
        style={{
          left: photo.width * place.x - (size.width * scale) / 2,
          top: photo.height * place.y - (size.height * scale) / 2,
        }}
        {...drag}
      >
        {children(longest)}
      </div>
    </>
  );
}

/** Moves the element while it is dragged, and keeps where it was left. */
function useDrag(look: Look, photo: Banner, place: Place) {
  const from = useRef<{ x: number; y: number }>(undefined);
  const moved = ({ clientX, clientY }: PointerEvent) => ({
    x: (clientX - (from.current?.x ?? clientX)) / look.view.scale,
    y: (clientY - (from.current?.y ?? clientY)) / look.view.scale,
  });
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button > 0 || event.currentTarget.closest("[data-space]")) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      from.current = { x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!from.current) return;
      const { x, y } = moved(event);
      event.currentTarget.style.translate = `${x}px ${y}px`;
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (!from.current) return;
      const { x, y } = moved(event);
      from.current = undefined;
      event.currentTarget.style.translate = "";
      putPlace({ ...place, x: place.x + x / photo.width, y: place.y + y / photo.height });
    },
  };
}

const SHARES = [
  ["x", 0, 1, "place.across"],
  ["y", 0, 1, "place.down"],
  ["size", 0.05, 2, "place.size"],
] as const;

/** The same by keys: where the picture lies on the photo, and how large. */
export function Placing() {
  const say = useWords();
  const place = usePlace();
  return (
    <fieldset className="flex flex-wrap items-center gap-x-5 gap-y-1 text-sm">
      <legend className="sr-only">{say("place.title")}</legend>
      {SHARES.map(([name, least, most, label]) => (
        <label key={name} className="flex min-h-7 items-center gap-2 text-quiet">
          {say(label)}
          <input
            type="range"
            className="w-24 accent-accent"
            min={least}
            max={most}
            step={0.01}
            value={place[name]}
            onChange={(event) => putPlace({ ...place, [name]: Number(event.target.value) })}
          />
        </label>
      ))}
      <button
        type="button"
        className="chip hover:bg-sunk"
        onClick={() => putPlace({ x: 0.5, y: 0.5, size: 0.7 })}
      >
        {say("place.reset")}
      </button>
    </fieldset>
  );
}
