// What was asked of the server, and how asking behaves everywhere in the studio.
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { Refused } from "@/shared/api";
import { isLive } from "@/shared/connection";
import { shutBy } from "@/shared/session";

// A browser that knows of no network still reaches a server on its own machine. And what is asked
// for while there is no way must fail at once: a job would else be ordered hours later, unseen.
const networkMode = "always";

export function newQueries(): QueryClient {
  const refused = (error: Error) => shutBy(error, queries);
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: refused }),
    mutationCache: new MutationCache({ onError: refused }),
    defaultOptions: {
      mutations: { networkMode },
      queries: {
        networkMode,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnReconnect: true,
        refetchOnWindowFocus: () => (isLive() ? false : "always"),
        retry: (count, error) => count < 1 && !(error instanceof Refused),
      },
    },
  });
  return queries;
}
