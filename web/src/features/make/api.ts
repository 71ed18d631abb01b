// What the form asks of the server. A brief is sent as text, because a seed may have more digits
// than a number of this language holds.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { client, Refused, refusal, speaking, unpack } from "@/shared/api";
import { noteAsked } from "@/shared/notify";
import { type Language, useLanguage } from "@/shared/preferences";
import type { components } from "@/shared/schema";
import { useRested } from "@/shared/useRested";
import { Attempts } from "./attempt";
import { briefOf, type Draft } from "./draft";

type Schemas = components["schemas"];
export type Asset = Schemas["Asset"];
export type Variant = Schemas["AssetVariant"];
export type Placed = Schemas["AssetPlaced"];
export type Layout = Schemas["Layout"];
export type Checked = Schemas["Checked"];
export type Engine = Schemas["Engine"];
export type Estimate = Schemas["Estimate"];
export type Shape = Schemas["Picked"];
export type Uploaded = Schemas["Uploaded"];
export type Word = Schemas["Word"];
type Recalled = Schemas["Recalled"];

const RESTED_MS = 300;

const json = (language: Language) => ({
  "Content-Type": "application/json",
  ...speaking(language),
});

async function send<T>(address: string, init: RequestInit): Promise<T> {
  const response = await fetch(address, init);
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw refusal(response.status, body);
  return body as T;
}

const choosing = (address: string, engine: string): string =>
  engine ? `${address}?${new URLSearchParams({ engine })}` : address;

/** What the server makes of the draft, asked when typing rests; an older question is given up. With
 * the answer comes the draft that it is about: until the next one that may be an older draft. */
export function useCheck(draft: Draft) {
  const language = useLanguage();
  const about = useRested(draft, RESTED_MS);
  const brief = briefOf(about);
  return useQuery({
    queryKey: ["check", language, brief, about.engine],
    queryFn: async ({ signal }) => ({
      about,
      checked: await send<Checked>(choosing("/api/briefs/check", about.engine), {
        method: "POST",
        headers: json(language),
        body: brief,
        signal,
      }),
    }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
}

/** Icons that a word could stand for, asked when typing rests. */
export function useShapes(text: string) {
  const wanted = useRested(text.trim(), RESTED_MS);
  return useQuery({
    queryKey: ["shapes", wanted],
    enabled: wanted !== "",
    queryFn: async ({ signal }): Promise<Shape[]> => {
      const found = unpack(
        await client.GET("/api/shapes", { params: { query: { text: wanted, limit: 12 } }, signal }),
      );
      return found.map(({ name, label }) => ({ name, label, picture: `/api/shapes/${name}.svg` }));
    },
    placeholderData: keepPreviousData,
  });
}

/** Have a job made. Asked twice at once, or again after a lost answer, it makes one. */
export function useCreate() {
  const language = useLanguage();
  const queries = useQueryClient();
  const [attempts] = useState(() => new Attempts());
  return useMutation({
    mutationFn: async (draft: Draft): Promise<string> => {
      const body = briefOf(draft);
      const key = attempts.keyFor(body + draft.engine);
      try {
        const made = await send<Schemas["Created"]>(choosing("/api/jobs", draft.engine), {
          method: "POST",
          headers: { ...json(language), "Idempotency-Key": key },
          body,
        });
        attempts.answered();
        noteAsked(made.job_ids);
        return made.job_id;
      } catch (error) {
        // a server that is busy may have taken it all the same
        if (error instanceof Refused && error.status < 500) attempts.answered();
        throw error;
      }
    },
    // the line is longer now, and with it the time to wait
    onSettled: () => void queries.invalidateQueries({ queryKey: ["check"] }),
  });
}

/** The brief of a job that was made before. */
export function useRecall() {
  const language = useLanguage();
  return useMutation({
    mutationFn: async (id: string): Promise<Recalled> =>
      unpack(
        await client.GET("/api/jobs/{job_id}/brief", {
          params: { path: { job_id: id } },
          headers: speaking(language),
        }),
      ),
  });
}

export function useEngines() {
  return useQuery({
    queryKey: ["engines"],
    queryFn: async ({ signal }): Promise<Engine[]> =>
      unpack(await client.GET("/api/engines", { signal })),
    staleTime: 60_000,
  });
}

export function useAssets(wanted: boolean) {
  return useQuery({
    queryKey: ["assets", "offered"],
    enabled: wanted,
    queryFn: async ({ signal }): Promise<Asset[]> =>
      unpack(await client.GET("/api/assets", { signal })),
    staleTime: 60_000,
  });
}

/** Sends a picture and tells how much of it has gone, which `fetch` cannot. */
export function upload(
  file: File,
  language: Language,
  advance: (share: number) => void,
  signal: AbortSignal,
): Promise<Uploaded> {
  return new Promise((kept, refused) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/api/uploads");
    request.responseType = "json";
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.setRequestHeader("Accept-Language", language);
    request.upload.onprogress = ({ loaded, total }) => advance(total ? loaded / total : 0);
    request.onload = () =>
      request.status === 201
        ? kept(request.response as Uploaded)
        : refused(refusal(request.status, request.response ?? undefined));
    request.onerror = () => refused(new TypeError("lost"));
    request.onabort = () => refused(new DOMException("given up", "AbortError"));
    signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}
