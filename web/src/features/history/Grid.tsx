// Ten thousand cards of which only those in view exist; arrow keys walk from one to the next.
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { type JobCard, usePacks } from "@/shared/api";
import type { Listing } from "@/shared/listing";
import { useWords } from "@/shared/words/words";
import { Card, Ghost } from "./Card";
import { found, leave } from "./scroll";
import { type Shape, useShape } from "./shape";
import { useGridKeys } from "./useGridKeys";
import type { Selection } from "./useSelection";

type Props = {
  listing: Listing;
  /** The list of another filter, until this one's is there. */
  isOld: boolean;
  show: (first: number, last: number) => void;
  selection: Selection;
};

const OVERSCAN = 2; // rows
const BAR_PX = 72; // the bar that stays on top, and some air
const FOOT_PX = 96; // what may lie over the foot of the window

export function Grid(props: Props) {
  const grid = useRef<HTMLDivElement>(null);
  const { shape, top } = useShape(grid);
  const say = useWords();
  const { listing, isOld } = props;
  const columns = shape?.columns ?? 1;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table has its rows all in one place
    <div
      ref={grid}
      role="grid"
      aria-label={say("history.grid")}
      aria-rowcount={Math.ceil(listing.total / columns)}
      aria-colcount={columns}
      aria-multiselectable="true"
      aria-busy={isOld}
      className={`relative motion-safe:transition-opacity ${isOld ? "opacity-60" : ""}`}
    >
      {shape && <Rows {...props} grid={grid} shape={shape} top={top} />}
    </div>
  );
}

type RowsProps = Props & { grid: RefObject<HTMLDivElement | null>; shape: Shape; top: number };

function Rows({ listing, show, selection, grid, shape, top }: RowsProps) {
  const { columns, row } = shape;
  const known = usePacks().data;
  const packs = useMemo(() => new Map(known?.map((pack) => [pack.id, pack])), [known]);
  const [returned] = useState(found);
  const [current, setCurrent] = useState(returned?.place ?? 0);
  const kept = useRef<number | null>(null); // the row of the card that has the focus
  const rangeExtractor = useCallback((range: Range) => withRow(range, kept.current), []);
  const virtual = useWindowVirtualizer({
    count: Math.ceil(listing.total / columns),
    estimateSize: () => row,
    overscan: OVERSCAN,
    scrollMargin: top,
    scrollPaddingStart: BAR_PX,
    scrollPaddingEnd: FOOT_PX,
    rangeExtractor,
    ...(returned && { initialOffset: returned.y }),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are as high as their shape says
  useLayoutEffect(() => virtual.measure(), [row, columns]);
  const rows = virtual.getVirtualItems();
  const first = (virtual.range?.startIndex ?? 0) * columns;
  const last = ((virtual.range?.endIndex ?? 0) + 1) * columns - 1;
  // before it is painted: what is missing is asked for a frame earlier
  useLayoutEffect(() => show(first, last), [show, first, last]);
  useLeave(current, () => virtual.scrollOffset ?? 0, returned !== null, grid);

  const focus = (place: number) => {
    const at = Math.min(Math.max(place, 0), listing.total - 1);
    setCurrent(at);
    kept.current = Math.floor(at / columns);
    if (kept.current === 0) scrollTo({ top: 0 });
    else virtual.scrollToIndex(kept.current, { align: "auto" });
    whenThere(() => grid.current?.querySelector<HTMLElement>(`[data-at="${at}"]`) ?? null);
  };
  const inGrid = useGridKeys({ listing, current, columns, grid, focus, selection });
  const choose = useRef((_job: JobCard, _at: number, _upTo: boolean) => {});
  choose.current = (job, at, upTo) => (upTo ? selection.extend(at) : selection.toggle(job, at));
  const chooseNow = useCallback(
    (job: JobCard, at: number, upTo: boolean) => choose.current(job, at, upTo),
    [],
  );
  // Tab must find a card, also after the one that had the focus was scrolled away
  const seen = current >= first - columns && current <= last + columns;
  const stop = inGrid || seen ? current : first;
  useFocused(grid, (at) => {
    kept.current = at === null ? null : Math.floor(at / columns);
    if (at !== null) setCurrent(at);
  });
  return (
    <div style={{ height: virtual.getTotalSize() }}>
      {rows.map(({ index, start }) => (
        // biome-ignore lint/a11y/useSemanticElements: see the grid
        // biome-ignore lint/a11y/useFocusableInteractive: the cards have the focus
        <div
          key={index}
          role="row"
          aria-rowindex={index + 1}
          className="absolute inset-x-0 top-0 grid content-start [contain:layout_style]"
          style={{
            transform: `translateY(${start - top}px)`,
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            columnGap: shape.gap,
          }}
        >
          {places(index, columns, listing.total).map((at) => {
            const job = listing.jobs[at];
            const column = at - index * columns;
            return job ? (
              <Card
                key={job.id}
                job={job}
                at={at}
                column={column}
                width={shape.picture}
                packs={packs}
                selected={selection.chosen.has(job.id)}
                current={at === stop}
                choose={chooseNow}
              />
            ) : (
              <Ghost key={at} column={column} />
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** Tells in which card the focus is, on any part of it; null once it is in none. */
function useFocused(grid: RefObject<HTMLElement | null>, told: (at: number | null) => void): void {
  const tell = useRef(told);
  tell.current = told;
  useEffect(() => {
    const element = grid.current;
    const into = ({ target }: FocusEvent) => {
      const cell = (target as HTMLElement).closest("[role=gridcell]");
      const at = cell?.querySelector<HTMLElement>("[data-at]")?.dataset.at;
      if (at !== undefined) tell.current(Number(at));
    };
    const out = ({ relatedTarget }: FocusEvent) => {
      if (!element?.contains(relatedTarget as Node | null)) tell.current(null);
    };
    element?.addEventListener("focusin", into);
    element?.addEventListener("focusout", out);
    return () => {
      element?.removeEventListener("focusin", into);
      element?.removeEventListener("focusout", out);
    };
  }, [grid]);
}

function places(row: number, columns: number, total: number): number[] {
  const first = row * columns;
  return Array.from(
    { length: Math.max(0, Math.min(columns, total - first)) },
    (_, at) => first + at,
  );
}

/** The rows in view, and the one with the focus wherever it is: else the focus would be lost. */
function withRow(range: Range, row: number | null): number[] {
  const shown = defaultRangeExtractor(range);
  if (row === null || row >= range.count || shown.includes(row)) return shown;
  return [...shown, row].sort((a, b) => a - b);
}

const PATIENCE_FRAMES = 120; // a slow server, a far jump

/** Gives an element the focus once it is there. */
function whenThere(look: () => HTMLElement | null, frames = PATIENCE_FRAMES): void {
  const element = look();
  if (element) element.focus({ preventScroll: true });
  else if (frames > 0) requestAnimationFrame(() => whenThere(look, frames - 1));
}

/** Remembers where the list is left; who came back to it has the focus where they left it. */
function useLeave(
  current: number,
  offset: () => number,
  returned: boolean,
  grid: RefObject<HTMLDivElement | null>,
): void {
  const now = useRef({ current, offset });
  now.current = { current, offset };
  useEffect(() => {
    // not the window's own: asking it while it scrolls makes it lay out everything at once
    const note = () => leave({ y: now.current.offset(), place: now.current.current });
    // a click that leaves is heard before the page is gone
    addEventListener("scrollend", note);
    addEventListener("click", note, { capture: true });
    addEventListener("keydown", note, { capture: true });
    return () => {
      removeEventListener("scrollend", note);
      removeEventListener("click", note, { capture: true });
      removeEventListener("keydown", note, { capture: true });
    };
  }, []);
  useEffect(() => {
    if (!returned) return;
    const frame = requestAnimationFrame(() =>
      whenThere(
        () =>
          grid.current?.querySelector<HTMLElement>(`[data-at="${now.current.current}"]`) ?? null,
      ),
    );
    return () => cancelAnimationFrame(frame);
  }, [returned, grid]);
}
