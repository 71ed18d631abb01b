// What a ZIP is to hold, remembered in this browser, and how it comes here.
import { type Candidate, done, type Job, speaking } from "@/shared/api";
import { type Language, Remembered, useRemembered } from "@/shared/preferences";

export const FORMATS = ["png", "webp", "avif", "psd"] as const;
const SIZES = { "1x": ["1x"], "2x": ["1x", "2x"] } as const;
export type Format = (typeof FORMATS)[number];
export type Size = keyof typeof SIZES;
export type Wish = {
  formats: Format[];
  size: Size;
  trimmed: boolean;
  settings: boolean;
  /** The designer's own pixels also where brand pictures were blended. */
  originals: boolean;
};

export const formatName = (format: Format): string =>
  format === "webp" ? "WebP" : format.toUpperCase();

const FIRST: Wish = {
  formats: ["png"],
  size: "1x",
  trimmed: true,
  settings: false,
  originals: false,
};

export function written({ formats, size, trimmed, settings, originals }: Wish): string {
  return [
    formats.join(","),
    size,
    trimmed ? "trimmed" : "whole",
    settings ? "keep" : "strip",
    originals ? "originals" : "made",
  ].join(" ");
}

export function read(text: string): Wish {
  const [names = "", size, trimmed, settings, originals] = text.split(" ");
  return {
    formats: FORMATS.filter((format) => names.split(",").includes(format)),
    size: size === "2x" ? "2x" : "1x",
    trimmed: trimmed !== "whole",
    settings: settings === "keep",
    originals: originals === "originals",
  };
}

const wish = new Remembered<string>(
  "nukki.export",
  () => written(FIRST),
  (text): text is string => text.split(" ").length >= 4,
);

export function useWish(): [Wish, (change: Partial<Wish>) => void] {
  const text = useRemembered(wish);
  return [read(text), (change) => wish.set(written({ ...read(wish.get()), ...change }))];
}

/** Those that a ZIP will hold: the chosen ones, else those that passed, else all that is finished. */
export function takenOf(job: Job, selected: number[]): Candidate[] {
  const finished = job.candidates.filter(({ final }) => final);
  const chosen = finished.filter(({ index }) => selected.includes(index));
  if (chosen.length > 0) return chosen;
  const passed = finished.filter((candidate) => candidate.passed);
  return passed.length > 0 ? passed : finished;
}

export function exportAt(id: string, wanted: Wish, indices?: number[]): string {
  const query = new URLSearchParams([
    ...wanted.formats.map((format) => ["format", format]),
    ...SIZES[wanted.size].map((scale) => ["size", scale]),
    ["trimmed", String(wanted.trimmed)],
    ["settings", wanted.settings ? "keep" : "strip"],
    ...(wanted.originals ? [["assets", "exact"]] : []),
    ...(indices ?? []).map((index) => ["candidate", String(index)]),
  ] as [string, string][]);
  return `/api/jobs/${id}/export?${query}`;
}

export type Fetched = { blob: Blob; name: string };

/** Fetches a file and tells how far it has come, from 0 to 1, once it comes at all; raises
 * Refused with the server's own words. */
export async function fetchFile(
  url: string,
  language: Language,
  signal: AbortSignal,
  told: (share: number) => void,
): Promise<Fetched> {
  const response = await fetch(url, { headers: speaking(language), signal });
  if (!response.ok) done({ error: await response.json().catch(() => undefined), response });
  const total = Number(response.headers.get("Content-Length"));
  const pieces: BlobPart[] = [];
  let got = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    pieces.push(part.value);
    got += part.value.byteLength;
    if (total > 0) told(Math.min(1, got / total));
  }
  const type = response.headers.get("Content-Type") ?? "";
  return { blob: new Blob(pieces, { type }), name: nameOf(response) };
}

function nameOf(response: Response): string {
  const told = response.headers.get("Content-Disposition") ?? "";
  const own = /filename\*=UTF-8''([^;]+)/.exec(told)?.[1];
  return own ? decodeURIComponent(own) : (/filename="([^"]+)"/.exec(told)?.[1] ?? "nukki.zip");
}

/** Gives a file to the browser to be saved. */
export function save({ blob, name }: Fetched): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // the browser reads it after the click
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
