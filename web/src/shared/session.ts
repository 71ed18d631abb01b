// Who may see the studio: whether it has a gate, and the way in and out.
import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { client, done, speaking, unpack } from "./api";
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

/** The gate has closed behind a person: what is shown gives way to the log-in. */
export function shut(queries: QueryClient): void {
  queries.setQueryData<Session>(KEY, { gate: true, through: false });
}

export function useLogIn() {
  const queries = useQueryClient();
  const language = useLanguage();
  return useMutation({
    mutationFn: async (password: string) =>
      done(await client.POST("/api/session", { body: { password }, headers: speaking(language) })),
    onSuccess: () => {
      // refusals from before are no answer any more
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== KEY[0] });
      queries.setQueryData<Session>(KEY, { gate: true, through: true });
    },
  });
}

export function useLogOut() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => done(await client.DELETE("/api/session")),
    onSuccess: () => {
      shut(queries);
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== KEY[0] });
    },
  });
}
