// The bytes of a drawing and its mattes, as the server has them.
import { refusal } from "@/shared/api";
import type { Plane } from "./coverage";
import { type Rgb, rgbOf } from "./paint";

export type Pixels = {
  readonly drawing: Uint8ClampedArray;
  readonly matte: Plane;
  /** What restoring cannot exceed; null where it can give back everything. */
  readonly limit: Plane | null;
  readonly background: Rgb | null;
};

type Sources = {
  width: number;
  height: number;
  picture: string;
  matte: string;
  limit: string | null;
  background: string | null;
};

export async function readPixels(sources: Sources, signal: AbortSignal): Promise<Pixels> {
  const { picture, matte, limit, background } = sources;
  const [drawing, kept, most] = await Promise.all([
    decoded(picture, sources, signal),
    decoded(matte, sources, signal),
    limit && decoded(limit, sources, signal),
  ]);
  return {
    drawing,
    matte: plane(kept, sources),
    limit: most ? plane(most, sources) : null,
    background: rgbOf(background),
  };
}

/** Straight RGBA of a PNG. What is nearly clear may lose some color, which only this page shows. */
async function decoded(
  address: string,
  { width, height }: Sources,
  signal: AbortSignal,
): Promise<Uint8ClampedArray> {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw refusal(answer.status, await answer.json().catch(() => undefined));
  const picture = await createImageBitmap(await answer.blob(), {
    colorSpaceConversion: "none",
    premultiplyAlpha: "none",
  });
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("this browser has no canvas");
  context.drawImage(picture, 0, 0);
  picture.close();
  return context.getImageData(0, 0, width, height).data;
}

/** A gray picture as one byte for each pixel. */
function plane(rgba: Uint8ClampedArray, { width, height }: Sources): Plane {
  const bytes = new Uint8Array(width * height);
  for (let place = 0; place < bytes.length; place += 1) bytes[place] = rgba[place * 4] as number;
  return { width, height, bytes };
}
