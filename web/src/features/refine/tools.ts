// The brush in the hand of a person: which it is, and how it changes.
import { alphaShown } from "@/shared/preferences";
import type { Size } from "@/shared/viewport";
import { type Shown, VIEWS } from "./paint";
import type { Brush } from "./painter";

export type Tools = { brush: Brush; shown: Shown };

export const SMALLEST = 1;
export const LARGEST = 1000;
const STEP = 0.1;
/** A step of the size, small for small brushes. */
const GROWS = 1.2;

export const begunTools = ({ width, height }: Size): Tools => ({
  brush: {
    tool: "erase",
    kind: "brush",
    size: sized(Math.max(width, height) * 0.04),
    hardness: 0.8,
    opacity: 1,
    pressure: true,
  },
  shown: alphaShown.get() ? "matte" : "cut",
});

export const set = (tools: Tools, brush: Partial<Brush>): Tools => ({
  ...tools,
  brush: { ...tools.brush, ...brush },
});

export const swapped = (tools: Tools): Tools =>
  set(tools, { tool: tools.brush.tool === "erase" ? "restore" : "erase" });

export const otherKind = (tools: Tools): Tools =>
  set(tools, { kind: tools.brush.kind === "brush" ? "lasso" : "brush" });

/** A size up or down; it always changes by a pixel at least. */
export function resized(tools: Tools, up: boolean): Tools {
  const { size } = tools.brush;
  const next = up ? Math.max(size + 1, size * GROWS) : Math.min(size - 1, size / GROWS);
  return set(tools, { size: sized(next) });
}

export const harder = (tools: Tools, up: boolean): Tools =>
  set(tools, { hardness: stepped(tools.brush.hardness, up, 0) });

export const stronger = (tools: Tools, up: boolean): Tools =>
  set(tools, { opacity: stepped(tools.brush.opacity, up, STEP) });

export const nextView = (tools: Tools): Tools => ({
  ...tools,
  shown: VIEWS[(VIEWS.indexOf(tools.shown) + 1) % VIEWS.length] ?? "cut",
});

export const sized = (size: number): number =>
  Math.round(Math.min(LARGEST, Math.max(SMALLEST, size)));

function stepped(share: number, up: boolean, least: number): number {
  const next = share + (up ? STEP : -STEP);
  return Math.round(Math.min(1, Math.max(least, next)) * 100) / 100;
}

/** A slider moves through sizes evenly to the eye: from 0 to 1. */
export const slid = (size: number): number =>
  Math.log(size / SMALLEST) / Math.log(LARGEST / SMALLEST);
export const slidTo = (share: number): number => sized(SMALLEST * (LARGEST / SMALLEST) ** share);
