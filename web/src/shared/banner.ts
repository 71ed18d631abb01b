// A photo of one's own to judge pictures on. It is kept in this browser and never sent anywhere.
import { useSyncExternalStore } from "react";
import { Remembered, useRemembered } from "./preferences";
import type { Size } from "./viewport";

export type Banner = Size & { url: string; blob: Blob };
/** Where the middle of a picture lies on the photo, as shares of it, and how large: its longer side
 * as a share of the photo's shorter one. */
export type Place = { x: number; y: number; size: number };

const LONGEST = 2560;
const MOST_BYTES = 60_000_000;
const MIDDLE: Place = { x: 0.5, y: 0.5, size: 0.7 };

let shown: Banner | null | undefined;
const listeners = new Set<() => void>();
const sheet = typeof CSSStyleSheet === "function" ? new CSSStyleSheet() : null;

function show(banner: Banner | null): void {
  shown = banner;
  // by a sheet of its own: one long address instead of one on every card
  const rule = `.board[data-board="photo"]{background:center/cover url("${banner?.url}")}`;
  sheet?.replaceSync(banner ? rule : "");
  if (sheet && !document.adoptedStyleSheets.includes(sheet)) {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  for (const listener of listeners) listener();
}

/** Takes a photo, made smaller where it is very large; false when it is no picture. */
export async function keepBanner(file: Blob): Promise<boolean> {
  if (file.size > MOST_BYTES) return false;
  try {
    const photo = await smaller(file);
    const banner = { ...photo, url: await addressed(photo.blob) };
    place.set(written(MIDDLE));
    show(banner);
    await stored((photos) => photos.put(banner, "photo")).catch(() => {});
    return true;
  } catch {
    return false;
  }
}

export async function forgetBanner(): Promise<void> {
  show(null);
  await stored((photos) => photos.delete("photo")).catch(() => {});
}

/** The photo: null when there is none, undefined while nobody knows or it is not wanted. */
export function useBanner(wanted = true): Banner | null | undefined {
  return useSyncExternalStore(wanted ? listen : deaf, () => (wanted ? shown : undefined));
}

const deaf = () => () => {};

function listen(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1 && shown === undefined) {
    stored((photos) => photos.get("photo"))
      .then((found) => show(isBanner(found) ? found : null))
      .catch(() => show(null));
  }
  return () => void listeners.delete(listener);
}

const isBanner = (found: unknown): found is Banner =>
  (found as Banner)?.blob instanceof Blob &&
  String((found as Banner).url).startsWith("data:image/");

async function smaller(file: Blob): Promise<Size & { blob: Blob }> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas");
  pen.imageSmoothingQuality = "high";
  pen.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return { width, height, blob: await canvas.convertToBlob({ type: "image/webp", quality: 0.92 }) };
}

function addressed(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/** One request to the browser's own database. */
function stored<T>(ask: (photos: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const opened = indexedDB.open("nukki", 1);
    opened.onupgradeneeded = () => opened.result.createObjectStore("photos");
    opened.onerror = () => reject(opened.error);
    opened.onsuccess = () => {
      const asked = ask(opened.result.transaction("photos", "readwrite").objectStore("photos"));
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    };
  });
}

const place = new Remembered<string>(
  "nukki.place",
  () => written(MIDDLE),
  (text): text is string => /^(\d+(\.\d+)?( |$)){3}$/.test(text),
);

function written({ x, y, size }: Place): string {
  return [x, y, size].map((share) => Number(share.toFixed(4))).join(" ");
}

export function usePlace(): Place {
  const [x = MIDDLE.x, y = MIDDLE.y, size = MIDDLE.size] = useRemembered(place)
    .split(" ")
    .map(Number);
  return { x, y, size };
}

/** Puts pictures somewhere on the photo, but not beside it and not out of measure. */
export function putPlace({ x, y, size }: Place): void {
  const share = (value: number) => Math.min(1, Math.max(0, value));
  place.set(written({ x: share(x), y: share(y), size: Math.min(3, Math.max(0.05, size)) }));
}
