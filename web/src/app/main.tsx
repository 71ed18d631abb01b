import {
  focusManager,
  MutationCache,
  QueryCache,
  QueryClient,
  QueryClientProvider,
} from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Refused } from "@/shared/api";
import { followKeys } from "@/shared/commands";
import { isLive } from "@/shared/connection";
import { followAsked } from "@/shared/notify";
import { followPreferences } from "@/shared/preferences";
import { shut } from "@/shared/session";
import { App } from "./App";
import "./styles.css";

followPreferences();
followKeys();
followAsked();

// Where live events cannot come through, what is shown is read again when a person comes back to
// the window; nothing polls.
focusManager.setEventListener((focused) => {
  const back = () => focused(document.visibilityState === "visible");
  addEventListener("visibilitychange", back);
  addEventListener("focus", back);
  return () => {
    removeEventListener("visibilitychange", back);
    removeEventListener("focus", back);
  };
});

const refused = (error: Error) => {
  if (error instanceof Refused && error.status === 401) shut(queries);
};
const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: refused }),
  mutationCache: new MutationCache({ onError: refused }),
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: () => (isLive() ? false : "always"),
      retry: (count, error) => count < 1 && !(error instanceof Refused),
    },
  },
});

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
}
