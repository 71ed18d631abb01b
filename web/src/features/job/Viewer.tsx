// The large picture: alone, or beside, over or against another one.
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import type { Candidate, Picture } from "@/shared/api";
import { useBanner } from "@/shared/banner";
import { grounded, useGround } from "@/shared/ui/Board";
import { usePhotoDrop } from "@/shared/ui/BoardOwn";
import { useWords } from "@/shared/words/words";
import { panByKey, useGestures } from "./gestures";
import type { Laid } from "./laying";
import type { Look } from "./look";
import { Caption, Pane } from "./Pane";
import { Outline, type Room, Sheets, Shot } from "./Shots";
import { Split } from "./Split";
import type { Sheet } from "./sheets";
import { STAGE } from "./Waiting";
import { type Ground, World, worldSize } from "./World";

export type Mode = "slider" | "beside" | "difference" | "blink";
export type Shown = { picture: Picture; name: string; alt: string };
/** The other picture, where it lies against the first, and how they are compared. */
export type Against = Shown & { laid: Laid; mode: Mode };

type Props = {
  look: Look;
  candidate: Candidate;
  own: Shown;
  /** Layers that are shown instead of the finished picture, of its size. */
  layers?: { name: string; sheets: Sheet[] } | undefined;
  against: Against | undefined;
  marks: boolean;
  /** What of the picture is outlined, in its pixels. */
  outlined?: Room | undefined;
};

export function Viewer({ look, candidate, own, layers, against, marks, outlined }: Props) {
  const ground = useWorldGround(against?.mode === "difference");
  const size = against?.laid.size ?? own.picture;
  const world = { look, ground, size };
  const at = against?.laid.first;
  const first = (
    <World {...world}>
      {layers ? <Sheets {...layers} alt={own.alt} /> : <Shot {...own} at={at} />}
      {marks && candidate.marks && (
        <Shot picture={{ ...own.picture, url: candidate.marks.url }} at={at} />
      )}
      {outlined && <Outline room={outlined} at={at} />}
    </World>
  );
  const second = against && (
    <World {...world}>
      <Shot {...against} at={against.laid.second} />
    </World>
  );
  const pane = { look, size: worldSize(ground, size), grid: ground.kind === "plain" };
  return (
    <Frame look={look} bare={ground.kind === "photo"}>
      {!second && (
        <Pane {...pane} {...(layers && { caption: layers.name })}>
          {first}
        </Pane>
      )}
      {second && against.mode === "beside" && (
        <div className="grid size-full divide-ink/40 max-sm:grid-rows-2 max-sm:divide-y sm:grid-cols-2 sm:divide-x">
          <Pane {...pane} caption={own.name}>
            {first}
          </Pane>
          <Pane {...pane} caption={against.name}>
            {second}
          </Pane>
        </div>
      )}
      {second && against.mode !== "beside" && (
        <Pane {...pane}>
          {against.mode === "slider" && <Split first={first} second={second} />}
          {against.mode === "difference" && <Difference first={first} second={second} />}
          {against.mode === "blink" && <Blink first={first} second={second} />}
          {against.mode !== "difference" && (
            <>
              <Caption className="left-3">{own.name}</Caption>
              <Caption className="right-3">{against.name}</Caption>
            </>
          )}
        </Pane>
      )}
    </Frame>
  );
}

/** The ground as the world needs it; a difference is taken on none. */
function useWorldGround(none: boolean): Ground {
  const ground = useGround();
  const photo = useBanner(ground === "photo");
  if (none) return { kind: "plain" };
  if (ground === "photo" && photo) return { kind: "photo", photo };
  return { kind: ground.startsWith("chat") ? "chat" : "plain" };
}

/** What takes focus, keys and gestures; the size is that of the window, less what stands around. */
const BARE = { "--board": "var(--sunk)" } as CSSProperties;

function Frame({ look, bare, children }: { look: Look; bare: boolean; children: ReactNode }) {
  const say = useWords();
  const chosen = useGround();
  const frame = useRef<HTMLDivElement>(null);
  useGestures(frame, look);
  // a photo is part of what moves, and not also behind it
  const behind = bare ? { style: BARE } : grounded(chosen);
  const dropping = usePhotoDrop();
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === " ") event.currentTarget.dataset.space = "";
    if (event.key === " " || panByKey(look, event.key)) event.preventDefault();
  };
  return (
    <div className={`board ${STAGE}`} {...behind}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's */}
      <div
        ref={frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys and the space bar move it
        tabIndex={0}
        role="group"
        aria-label={say("view.label")}
        onKeyDown={keys}
        {...dropping}
        onKeyUp={(event) => delete event.currentTarget.dataset.space}
        className="size-full cursor-grab touch-pan-y -outline-offset-2 data-held:cursor-grabbing data-[near=true]:touch-none"
      >
        {children}
      </div>
    </div>
  );
}

type Two = { first: ReactNode; second: ReactNode };

/** What differs, eight times as bright, on black. */
function Difference({ first, second }: Two) {
  return (
    <div className="absolute inset-0 isolate bg-black brightness-800">
      {first}
      {/* opaque, or what is half there would be blended and not subtracted */}
      <div className="absolute inset-0 bg-black mix-blend-difference">{second}</div>
    </div>
  );
}

const BLINK_MS = 700;

/** One after the other in the same place; by hand where things should not move by themselves. */
function Blink({ first, second }: Two) {
  const say = useWords();
  const [other, setOther] = useState(false);
  useEffect(() => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const timer = setInterval(() => setOther((now) => !now), BLINK_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      <div className={other ? "invisible" : ""}>{first}</div>
      <div className={other ? "" : "invisible"}>{second}</div>
      <button
        type="button"
        data-own=""
        aria-pressed={other}
        className="chip absolute top-3 left-3 z-1 hover:bg-sunk"
        onClick={() => setOther(!other)}
      >
        {say("compare.swap")}
      </button>
    </>
  );
}
