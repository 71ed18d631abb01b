// Who may see the studio: whether it has a gate, the way in and out, and when the session ends.
import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { client, done, Refused, speaking, unpack } from "./api";
import { useLanguage } from "./preferences";
import type { components } from "./schema";

export type Session = components["schemas"]["Session"];

const KEY = ["session"];

export function useSession() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }): Promise<Session> =>
      unpack(await client.GET("/api/session", { signal })),
  });
}

/** When the session ends by itself, in milliseconds of this clock; null where nothing ends. */
export function useSessionEnd(): number | null {
  const { data, dataUpdatedAt } = useSession();
  return data?.through && data.ends_s !== null ? dataUpdatedAt + data.ends_s * 1000 : null;
}

/** The gate has closed behind a person. */
export function shut(queries: QueryClient): void {
  queries.setQueryData<Session>(KEY, { gate: true, through: false, ends_s: null });
}

/** Shuts the gate when that is why a request was refused; for those that no query or mutation sends,
 * which are watched anyway. */
export function shutBy(error: unknown, queries: QueryClient): void {
  if (error instanceof Refused && error.status === 401) shut(queries);
}

/** Log in, also over what is open: what was refused meanwhile is asked for again. */
export function useLogIn() {
  const queries = useQueryClient();
  const language = useLanguage();
  return useMutation({
    mutationFn: async (password: string) =>
      done(await client.POST("/api/session", { body: { password }, headers: speaking(language) })),
    onSuccess: async () => {
      await queries.refetchQueries({ queryKey: KEY });
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== KEY[0] });
    },
  });
}

/** Log out. The page is loaded anew, so nothing that was shown stays in it. */
export function useLogOut() {
  return useMutation({
    mutationFn: async () => done(await client.DELETE("/api/session")),
    onSuccess: () => location.reload(),
  });
}
