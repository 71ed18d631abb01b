import { focusManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Refused } from "@/shared/api";
import { followPreferences } from "@/shared/preferences";
import { App } from "./App";
import "./styles.css";

followPreferences();

// What is shown is read again whenever a person comes back to the window; nothing polls.
focusManager.setEventListener((focused) => {
  const back = () => focused(document.visibilityState === "visible");
  addEventListener("visibilitychange", back);
  addEventListener("focus", back);
  return () => {
    removeEventListener("visibilitychange", back);
    removeEventListener("focus", back);
  };
});

const queries = new QueryClient({
  defaultOptions: {
    queries: { retry: (count, error) => count < 1 && !(error instanceof Refused) },
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
