import { focusManager, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { followKeys } from "@/shared/commands";
import { followAsked } from "@/shared/notify";
import { followPreferences } from "@/shared/preferences";
import { App } from "./App";
import { newQueries } from "./queries";
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

const queries = newQueries();
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
