// Under the canvas: where the brush is and what alpha lies there, and how close the picture is.
import { Maximize, Minus, Plus } from "lucide-react";
import { type RefObject, useSyncExternalStore } from "react";
import { useLanguage } from "@/shared/preferences";
import { useRested } from "@/shared/useRested";
import type { Size } from "@/shared/viewport";
import { useWords } from "@/shared/words/words";
import { percent } from "./percent";
import type { CanvasHandle } from "./RembgRefineCanvas";
import type { Spot } from "./spot";

/** A screen reader hears a place when the brush rests there. */
const REST_MS = 450;

type Props = {
  canvas: RefObject<CanvasHandle | null>;
  spot: Spot;
  image: Size;
  scale: number;
};

export function StatusBar({ canvas, spot, image, scale }: Props) {
  const say = useWords();
  const language = useLanguage();
  return (
    <div className="flex h-11 items-center gap-1 border-line border-t bg-panel px-3 text-sm">
      <Place canvas={canvas} spot={spot} image={image} />
      <div className="ml-auto flex items-center gap-0.5">
        <Act label={say("refine.zoom.out")} act={() => canvas.current?.step(false)}>
          <Minus aria-hidden className="size-4" />
        </Act>
        <button
          type="button"
          className="min-h-8 min-w-14 rounded-lg px-1 text-center tabular-nums hover:bg-sunk"
          title={say("refine.zoom.actual")}
          aria-label={`${say("refine.zoom")} ${percent(scale, language)}. ${say("refine.zoom.actual")}`}
          onClick={() => canvas.current?.actual()}
        >
          {percent(scale, language)}
        </button>
        <Act label={say("refine.zoom.in")} act={() => canvas.current?.step(true)}>
          <Plus aria-hidden className="size-4" />
        </Act>
        <Act label={say("refine.zoom.fit")} act={() => canvas.current?.fit()}>
          <Maximize aria-hidden className="size-4" />
        </Act>
      </div>
    </div>
  );
}

function Place({ canvas, spot, image }: Omit<Props, "scale">) {
  const say = useWords();
  const language = useLanguage();
  const place = useSyncExternalStore(spot.listen, spot.get);
  let text = "";
  if (place) {
    const [x, y] = [Math.floor(place.x), Math.floor(place.y)];
    const inside = x >= 0 && y >= 0 && x < image.width && y < image.height;
    const alpha = percent((canvas.current?.alphaAt(place) ?? 0) / 255, language);
    text = inside ? say("refine.place", { x, y, alpha }) : say("refine.place.outside");
  }
  const rested = useRested(text, REST_MS);
  return (
    <>
      <span aria-hidden className="truncate text-quiet tabular-nums">
        {text || `${image.width} × ${image.height}`}
      </span>
      <span role="status" className="sr-only">
        {rested}
      </span>
    </>
  );
}

type ActProps = { label: string; act: () => void; children: React.ReactNode };

function Act({ label, act, children }: ActProps) {
  return (
    <button
      type="button"
      className="icon min-h-8! min-w-8!"
      aria-label={label}
      title={label}
      onClick={act}
    >
      {children}
    </button>
  );
}
