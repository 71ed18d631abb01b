// The canvas of the brush. It only shows: what is made is a list of strokes.
import {
  type CSSProperties,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from "react";
import { grounded, useGround } from "@/shared/ui/Board";
import { Painter, type Told, type Wanted } from "./painter";
import type { Pixels } from "./pixels";
import { followPointers } from "./pointers";
import type { Elements } from "./renderer";
import { Surface } from "./surface";

export type CanvasHandle = Pick<
  Painter,
  "pan" | "step" | "fit" | "actual" | "move" | "dab" | "alphaAt"
> & { focus: () => void };

type Props = Wanted &
  Told & {
    ref: Ref<CanvasHandle>;
    pixels: Pixels;
    /** What it is, and what keys do, for screen readers. */
    label: string;
    about: string;
    focused: (yes: boolean) => void;
  };

export function RembgRefineCanvas({ ref, pixels, label, about, focused, ...props }: Props) {
  const ground = useGround();
  const window = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLCanvasElement>(null);
  const marks = useRef<HTMLCanvasElement>(null);
  const board = useRef<HTMLDivElement>(null);
  const painter = usePainter({ window, picture, marks, board }, pixels, props);
  useImperativeHandle(ref, () => handleOf(painter, window));
  return (
    <div
      ref={window}
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys draw on it, as its description says
      tabIndex={0}
      aria-label={label}
      aria-description={about}
      data-hand={props.hand || undefined}
      className="relative size-full cursor-none touch-none select-none overflow-hidden focus-visible:-outline-offset-2 data-hand:cursor-grab data-hand:active:cursor-grabbing"
      onFocus={() => focused(true)}
      onBlur={() => focused(false)}
    >
      <div ref={board} className="absolute overflow-hidden shadow-lg">
        {/* alpha as gray is a view of its own here */}
        <Ground ground={ground === "alpha" ? "checker" : ground} />
      </div>
      <canvas ref={picture} className="absolute inset-0 size-full" />
      <canvas ref={marks} className="absolute inset-0 size-full" />
    </div>
  );
}

/** The chosen background; the fields of a checkerboard grow with the picture. */
function Ground({ ground }: { ground: ReturnType<typeof useGround> }) {
  const { style, ...data } = grounded(ground);
  const fields = { "--cell": "var(--fields)", ...style } as CSSProperties;
  return <div className="board size-full" {...data} style={fields} />;
}

type Nodes = {
  window: RefObject<HTMLElement | null>;
  picture: RefObject<HTMLCanvasElement | null>;
  marks: RefObject<HTMLCanvasElement | null>;
  board: RefObject<HTMLElement | null>;
};

/** The painter of these pixels; it lives outside of React, which a brush would keep too busy. */
function usePainter(nodes: Nodes, pixels: Pixels, props: Wanted & Told) {
  const painter = useRef<Painter>(null);
  const latest = useRef(props);
  latest.current = props;
  const { window, picture, marks, board } = nodes;
  useEffect(() => {
    const elements = { picture: picture.current, marks: marks.current, board: board.current };
    if (!window.current || !isWhole(elements)) return;
    const told: Told = {
      drawn: (stroke) => latest.current.drawn(stroke),
      over: (place) => latest.current.over(place),
      scaled: (scale) => latest.current.scaled(scale),
    };
    const { drawing, background, matte, limit } = pixels;
    const surface = new Surface(matte, limit);
    const made = new Painter(elements, surface, { drawing, background }, latest.current, told);
    painter.current = made;
    const unlisten = followPointers(window.current, () => devicePixelRatio, made);
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      made.resize(entry.contentRect.width, entry.contentRect.height, devicePixelRatio);
    });
    observer.observe(window.current);
    return () => {
      unlisten();
      observer.disconnect();
      made.stop();
      painter.current = null;
    };
  }, [pixels, window, picture, marks, board]);
  const { brush, shown, before, hand, picked, strokes } = props;
  // before the next pointer event can be told of, or the stroke after this one would be dropped
  useLayoutEffect(() => {
    painter.current?.want({ brush, shown, before, hand, picked, strokes });
  }, [brush, shown, before, hand, picked, strokes]);
  return painter;
}

const isWhole = (found: { [name in keyof Elements]: Elements[name] | null }): found is Elements =>
  Object.values(found).every((element) => element !== null);

function handleOf(
  painter: RefObject<Painter | null>,
  window: RefObject<HTMLElement | null>,
): CanvasHandle {
  return {
    pan: (by) => painter.current?.pan(by),
    step: (closer) => painter.current?.step(closer),
    fit: () => painter.current?.fit(),
    actual: () => painter.current?.actual(),
    move: (x, y) => painter.current?.move(x, y),
    dab: () => painter.current?.dab(),
    alphaAt: (place) => painter.current?.alphaAt(place) ?? 0,
    focus: () => window.current?.focus(),
  };
}
