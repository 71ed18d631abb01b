import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach } from "vitest";
import { board, language, theme } from "@/shared/preferences";

// a busy machine may take more than the usual second to load a place
configure({ asyncUtilTimeout: 5000 });

beforeEach(() => {
  language.set("en");
  theme.set("system");
  board.set("checker");
});

afterEach(cleanup);
