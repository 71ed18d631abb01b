// The frame in small: the room for the objects, and each brand picture with its own pixels where it
// would stand. Dragged, a picture goes to the nearest of the nine places.
import { type CSSProperties, type MouseEvent, useRef } from "react";
import { useWords } from "@/shared/words/words";
import { type Placed, useAssets } from "./api";
import { type Laid, useForm } from "./form";
import { Ground } from "./Ground";
import { ninth, onto, type Point, placeAt, sidesOf } from "./layout";
import { calledOf } from "./library";
import { Badge, given } from "./State";
import { useBoxWidth } from "./useBoxWidth";
import { type Drag, useDrag } from "./useDrag";
import { useWide } from "./useWide";

const MOST_REM = { wide: 24, narrow: 15 }; // how high the frame may stand
const SHAPES = 4;
const BADGE = 18; // pixels of the page that a number takes

/** One that is drawn: where it stands, and which of the chosen ones it is. */
type Shown = { at: Placed; place: number };

export function LayoutFrame({ layout }: { layout: Laid }) {
  const { draft, change, placed, stale, active, activate } = useForm();
  const { width, height } = layout.frame;
  const box = useRef<HTMLDivElement>(null);
  const most = MOST_REM[useWide() ? "wide" : "narrow"];
  const scale = useBoxWidth(box) / width;
  const shown = placed.flatMap((at, place) => (at ? [{ at, place }] : []));
  const move = (place: number, point: Point) => {
    const position = placeAt(point, width, height);
    const assets = draft.assets.map((use, other) => (other === place ? { ...use, position } : use));
    change({ assets });
  };
  const drag = useDrag(box, layout.frame, {
    take: (place) => activate(draft.assets[place]?.asset ?? ""),
    drop: move,
  });
  const moveActive = (event: MouseEvent<HTMLDivElement>) => {
    const place = draft.assets.findIndex(({ asset }) => asset === active);
    if (place >= 0) move(place, drag.pointOf(event));
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the radio buttons of the place do it by key
    <div
      ref={box}
      role="img"
      aria-label={useTold(shown)}
      onClick={moveActive}
      style={{ aspectRatio: `${width} / ${height}`, maxWidth: `${(most * width) / height}rem` }}
      className={`relative w-full overflow-hidden rounded-xl ring-1 ring-line motion-safe:transition-opacity ${stale ? "opacity-60 delay-200" : ""}`}
    >
      <Ground className="absolute inset-0" />
      <Pictures shown={shown.filter(({ at }) => at.stand === "behind")} scale={scale} />
      <Room layout={layout} />
      <Pictures shown={shown.filter(({ at }) => at.stand !== "behind")} scale={scale} />
      {drag.held && <Ninths drag={drag} />}
      <Lines shown={shown} layout={layout} />
      {shown.map((one) => (
        <Handle key={one.place} shown={one} layout={layout} scale={scale} drag={drag} />
      ))}
    </div>
  );
}

/** What there is to see, to those who cannot. */
function useTold(shown: Shown[]): string {
  const say = useWords();
  const { draft } = useForm();
  const assets = useAssets(true).data ?? [];
  return [
    say("make.layout"),
    ...shown.map(({ at, place }) => {
      const use = draft.assets[place];
      const name = calledOf(assets, use?.asset ?? "");
      return `${name}: ${say(`make.position.${use?.position ?? "auto"}`)}, ${say(given(at))}`;
    }),
  ].join(". ");
}

function Pictures({ shown, scale }: { shown: Shown[]; scale: number }) {
  return shown.map(({ at, place }) => {
    const corners = at.quad.map(([x, y]): Point => [x * scale, y * scale]);
    const [width, height] = sidesOf(corners);
    return (
      <img
        key={place}
        src={at.picture}
        alt=""
        draggable={false}
        className="pointer-events-none absolute top-0 left-0 max-w-none origin-top-left"
        style={{ width, height, transform: onto(corners, width || 1, height || 1) }}
      />
    );
  });
}

/** Where the objects are drawn: their shapes, or a thing of no kind while none is known. */
function Room({ layout }: { layout: Laid }) {
  const say = useWords();
  const { checked, draft } = useForm();
  const words = draft.concept.trim() ? (checked?.words ?? []) : [];
  const pictures = words.flatMap(({ picture }) => picture ?? []).slice(0, SHAPES);
  return (
    <div
      style={inFrame(layout.room, layout.frame)}
      className="absolute grid place-items-center rounded-lg border-[1.5px] border-[oklch(0.35_0_0)] border-dashed p-[2%] text-[oklch(0.15_0_0)]"
    >
      <div className="absolute inset-[12%] flex items-center justify-center gap-[4%] opacity-70">
        {pictures.map((picture) => (
          <img
            key={picture}
            src={picture}
            alt=""
            draggable={false}
            className="size-full min-w-0 flex-1 object-contain brightness-[0.6] grayscale"
          />
        ))}
        {pictures.length === 0 && (
          <span className="aspect-square h-3/5 max-w-full rounded-full bg-[oklch(0.5_0_0)]" />
        )}
      </div>
      <span className="absolute bottom-1 max-w-full truncate rounded bg-[oklch(0.9_0_0)] px-1.5 text-[0.6875rem] leading-4">
        {say("make.layout.room")}
      </span>
    </div>
  );
}

/** The outline of each picture, and of the space that stays clear around it. */
function Lines({ shown, layout }: { shown: Shown[]; layout: Laid }) {
  const { draft, active } = useForm();
  const { width, height } = layout.frame;
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      className="pointer-events-none absolute inset-0 size-full overflow-visible fill-none"
    >
      {shown.map(({ at, place }) => {
        const clear = at.clear_space;
        const chosen = draft.assets[place]?.asset === active;
        return (
          <g key={place} className={chosen ? "stroke-[oklch(0.38_0.2_265)]" : "stroke-black"}>
            <polygon
              points={at.quad.join(" ")}
              vectorEffect="non-scaling-stroke"
              strokeWidth={chosen ? 2 : 1}
            />
            {clear > 0 && (
              <rect
                x={at.x - clear}
                y={at.y - clear}
                width={at.width + 2 * clear}
                height={at.height + 2 * clear}
                vectorEffect="non-scaling-stroke"
                strokeWidth={1}
                strokeDasharray="1 3"
                strokeLinecap="round"
              />
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** The nine places, while one is dragged, and the one that it would go to. */
function Ninths({ drag }: { drag: Drag }) {
  const at = drag.held && ninth(drag.held.position);
  if (!at) return null;
  return (
    <div className="pointer-events-none absolute inset-0 bg-[linear-gradient(to_right,transparent_33.2%,black_33.2%,black_33.5%,transparent_33.5%,transparent_66.5%,black_66.5%,black_66.8%,transparent_66.8%),linear-gradient(transparent_33.2%,black_33.2%,black_33.5%,transparent_33.5%,transparent_66.5%,black_66.5%,black_66.8%,transparent_66.8%)] opacity-80">
      <span
        className="absolute size-1/3 bg-[oklch(0.38_0.2_265/0.35)]"
        style={{ left: `${at.x * 100}%`, top: `${at.y * 100}%` }}
      />
    </div>
  );
}

type HandleProps = { shown: Shown; layout: Laid; scale: number; drag: Drag };

/** What a pointer takes hold of: the box of a picture, large enough for a finger. */
function Handle({ shown, layout, scale, drag }: HandleProps) {
  const { at, place } = shown;
  const [x, y] = drag.held?.place === place ? drag.held.by : [0, 0];
  return (
    <div
      {...drag.handlers(place)}
      style={{ ...inFrame(at, layout.frame), translate: `${x}px ${y}px` }}
      className={`absolute min-h-6 min-w-6 touch-none ${drag.held ? "cursor-grabbing" : "cursor-grab"} ${x || y ? "bg-[oklch(0.38_0.2_265/0.25)] outline-2 outline-[oklch(0.38_0.2_265)]" : ""}`}
    >
      <Badge place={place} className={`absolute bg-black! text-white! ${beside(at, scale)}`} />
    </div>
  );
}

/** Above its corner or left of it, so that it hides nothing, where there is room. */
function beside({ x, y }: Placed, scale: number): string {
  if (y * scale >= BADGE) return "-top-4.5 left-0";
  return x * scale >= BADGE ? "top-0 -left-4.5" : "top-0 left-0";
}

type Box = { x: number; y: number; width: number; height: number };

const inFrame = (box: Box, frame: Laid["frame"]): CSSProperties => ({
  left: `${(box.x / frame.width) * 100}%`,
  top: `${(box.y / frame.height) * 100}%`,
  width: `${(box.width / frame.width) * 100}%`,
  height: `${(box.height / frame.height) * 100}%`,
});
