// Pictures for the clipboard: the file as it is, or laid on a background, which no app can lose.

import type { Picture } from "@/shared/api";
import type { Banner, Place } from "@/shared/banner";

export class NoClipboard extends Error {}

/** Puts a PNG into the clipboard; the bytes may still be on their way. */
export async function copyPng(png: Promise<Blob>): Promise<void> {
  // elsewhere than on https or this very machine there is none
  if (!navigator.clipboard?.write || typeof ClipboardItem !== "function") throw new NoClipboard();
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
  } catch (error) {
    if (error instanceof DOMException) throw new NoClipboard();
    throw error;
  }
}

/** The file's own bytes: a canvas would lose color under low alpha. */
export async function bytesOf(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(response.statusText);
  return new Blob([await response.arrayBuffer()], { type: "image/png" });
}

/** The picture on a color, opaque. */
export async function onColor(picture: Picture, color: string): Promise<Blob> {
  const bitmap = await createImageBitmap(await bytesOf(picture.url));
  return drawn(picture.width, picture.height, (pen) => {
    pen.fillStyle = color;
    pen.fillRect(0, 0, picture.width, picture.height);
    pen.drawImage(bitmap, 0, 0);
  });
}

/** The photo with the picture on it, where it was put. */
export async function onPhoto(picture: Picture, photo: Banner, place: Place): Promise<Blob> {
  const bitmap = await createImageBitmap(await bytesOf(picture.url));
  const ground = await createImageBitmap(photo.blob);
  const longest = place.size * Math.min(photo.width, photo.height);
  const scale = longest / Math.max(picture.width, picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  return drawn(photo.width, photo.height, (pen) => {
    pen.drawImage(ground, 0, 0);
    const x = photo.width * place.x - width / 2;
    pen.drawImage(bitmap, x, photo.height * place.y - height / 2, width, height);
  });
}

type Pen = OffscreenCanvasRenderingContext2D;

async function drawn(width: number, height: number, draw: (pen: Pen) => void): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext("2d", { alpha: false });
  if (!pen) throw new NoClipboard();
  pen.imageSmoothingQuality = "high";
  draw(pen);
  return canvas.convertToBlob({ type: "image/png" });
}
