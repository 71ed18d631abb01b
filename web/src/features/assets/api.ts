// What the library of brand artwork asks of the server. A file is sent as it is, never by a canvas.
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { client, refusal, speaking, unpack, useModels } from "@/shared/api";
import { useLanguage } from "@/shared/preferences";
import type { components } from "@/shared/schema";
import { useRested } from "@/shared/useRested";
import type { Place, Row } from "./rows";

type Schemas = components["schemas"];
export type Asset = Schemas["Asset"];
export type Variant = Schemas["AssetVariant"];
export type Examined = Schemas["Examined"];
export type Change = Schemas["AssetSent"];
export type Entry = Schemas["AssetLogEntry"];
export type About = { name?: string; tags?: string[]; minScale?: number; clearSpace?: number };

const RESTED_MS = 350;
const LOGGED = 40;
const LIBRARY = ["assets"];

/** The whole library, what is hidden too. */
export function useLibrary() {
  return useQuery({
    queryKey: LIBRARY,
    queryFn: async ({ signal }): Promise<Asset[]> =>
      unpack(await client.GET("/api/assets", { params: { query: { hidden: true } }, signal })),
  });
}

/** Whether a model that is here can place artwork in pictures; null until that is known. */
export function useCanPlace(): boolean | null {
  const models = useModels().data;
  return models ? models.some(({ capabilities }) => capabilities?.assets === true) : null;
}

/** What was changed, newest first: of one asset, or of all; older ones as they are asked for. */
export function useLog(id: string | null) {
  const language = useLanguage();
  return useInfiniteQuery({
    queryKey: ["assets", "log", id, language],
    initialPageParam: null as number | null,
    queryFn: async ({ signal, pageParam }) =>
      unpack(
        await client.GET("/api/assets/log", {
          params: {
            query: {
              limit: LOGGED,
              ...(id && { asset: id }),
              ...(pageParam && { before: pageParam }),
            },
          },
          headers: speaking(language),
          signal,
        }),
      ),
    getNextPageParam: ({ next }) => next,
    staleTime: 0, // commands change the library, too
  });
}

/** The words that find the jobs with an asset, in whatever variant. */
export const usedWords = (id: string): string => `${id}:`;

/** How many jobs have it in their brief, now. */
export function useUses(id: string) {
  return useQuery({
    queryKey: ["assets", "uses", id],
    queryFn: async ({ signal }): Promise<number> => {
      const query = { text: usedWords(id), limit: 1 };
      return unpack(await client.GET("/api/jobs", { params: { query }, signal })).total;
    },
    staleTime: 0,
  });
}

async function send<T>(address: string, file: File, init: RequestInit): Promise<T> {
  const headers = { ...init.headers, "Content-Type": "image/png" };
  const response = await fetch(address, { ...init, method: "POST", headers, body: file });
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw refusal(response.status, body);
  return body as T;
}

/** What the server says of a file under a name; asked again when either changes, and when the
 * library does. */
export function useCheck({ key, file, convert }: Row, { id, variant, guessed }: Place) {
  const language = useLanguage();
  const rested = useRested(guessed ? "" : `${id}\n${variant}`, RESTED_MS);
  const [asked = "", askedVariant = ""] = rested.split("\n");
  return useQuery({
    queryKey: ["assets", "check", key, rested, convert, language],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ file: file.name.normalize("NFC").slice(0, 200) });
      if (asked) query.set("id", asked.slice(0, 200));
      if (askedVariant) query.set("variant", askedVariant.slice(0, 200));
      if (convert) query.set("convert", "true");
      const headers = speaking(language);
      return send<Examined>(`/api/assets/check?${query}`, file, { headers, signal });
    },
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

type Keeping = { row: Pick<Row, "file" | "convert">; place: Place; about: About };

/** Keeps a file under a name. */
export function useRegister() {
  const language = useLanguage();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ row: { file, convert }, place, about }: Keeping) => {
      const query = new URLSearchParams({ id: place.id, variant: place.variant });
      if (convert) query.set("convert", "true");
      if (about.name) query.set("name", about.name);
      for (const tag of about.tags ?? []) query.append("tags", tag);
      if (about.minScale !== undefined) query.set("min_scale", String(about.minScale));
      if (about.clearSpace !== undefined) query.set("clear_space", String(about.clearSpace));
      return send<Asset>(`/api/assets?${query}`, file, { headers: speaking(language) });
    },
    onSettled: () => queries.invalidateQueries({ predicate: ({ queryKey }) => isAssets(queryKey) }),
  });
}

/** Hides, restores, or says something else of an asset. */
export function useChange(id: string) {
  const language = useLanguage();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (change: Partial<Change>): Promise<Asset> =>
      unpack(
        await client.PATCH("/api/assets/{asset}", {
          params: { path: { asset: id } },
          body: { variants: {}, ...change },
          headers: speaking(language),
        }),
      ),
    onSuccess: (asset) => {
      queries.setQueryData<Asset[]>(LIBRARY, (assets) =>
        assets?.map((other) => (other.id === asset.id ? asset : other)),
      );
    },
    onSettled: () => queries.invalidateQueries({ predicate: ({ queryKey }) => isAssets(queryKey) }),
  });
}

/** Whoever shows the library, in whatever place. */
const isAssets = (key: readonly unknown[]): boolean =>
  typeof key[0] === "string" && key[0].endsWith("assets");
