// What pixels tell: where a fault was marked, and how much two pictures differ.
import type { Picture } from "@/shared/api";
import type { Point, Size } from "@/shared/viewport";
import type { Laid } from "./laying";

type Pixels = Uint8ClampedArray;

const CELLS = 16;
/** The paint of marks: 255, 58, 32 with what a small canvas rounds. */
const isHot = (data: Pixels, at: number): boolean =>
  (data[at + 3] ?? 0) > 200 &&
  (data[at] ?? 0) > 235 &&
  Math.abs((data[at + 1] ?? 0) - 58) < 24 &&
  Math.abs((data[at + 2] ?? 0) - 32) < 24;

/** The middle of where most is marked; null where nothing is. */
export function hottest(data: Pixels, { width, height }: Size): Point | null {
  const cell = Math.max(1, Math.ceil(Math.max(width, height) / CELLS));
  const sums = new Map<number, { count: number; x: number; y: number }>();
  for (let at = 0; at < data.length; at += 4) {
    if (!isHot(data, at)) continue;
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
    const key = Math.floor(y / cell) * CELLS + Math.floor(x / cell);
    const sum = sums.get(key) ?? { count: 0, x: 0, y: 0 };
    sums.set(key, { count: sum.count + 1, x: sum.x + x, y: sum.y + y });
  }
  const [most] = [...sums.values()].sort((a, b) => b.count - a.count);
  return most ? { x: most.x / most.count, y: most.y / most.count } : null;
}

/** The largest difference of any channel, in levels of 255. */
export function largest(one: Pixels, other: Pixels): number {
  let most = 0;
  for (let at = 0; at < one.length; at += 1) {
    const apart = Math.abs((one[at] ?? 0) - (other[at] ?? 0));
    if (apart > most) most = apart;
  }
  return most;
}

/** Where the marks of a candidate are densest, in pixels of the marks' picture. */
export async function markedPlace(marks: Picture): Promise<Point | null> {
  const data = await pixelsOf(marks, marks, { x: 0, y: 0 }, null);
  return hottest(data, marks);
}

/** How much two pictures differ as they are seen, on black or on white. */
export async function differenceOf(first: Picture, second: Picture, at: Laid): Promise<number> {
  const on = async (ground: string) =>
    largest(
      await pixelsOf(first, at.size, at.first, ground),
      await pixelsOf(second, at.size, at.second, ground),
    );
  return Math.max(await on("#000000"), await on("#ffffff"));
}

async function pixelsOf(
  picture: Picture,
  { width, height }: Size,
  at: Point,
  ground: string | null,
): Promise<Pixels> {
  const response = await fetch(picture.url);
  if (!response.ok) throw new Error(response.statusText);
  const bitmap = await createImageBitmap(await response.blob());
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext("2d", { alpha: ground === null, willReadFrequently: true });
  if (!pen) throw new Error("no canvas");
  if (ground) {
    pen.fillStyle = ground;
    pen.fillRect(0, 0, width, height);
  }
  pen.drawImage(bitmap, at.x, at.y);
  bitmap.close();
  return pen.getImageData(0, 0, width, height).data;
}
