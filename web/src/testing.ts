import "@testing-library/jest-dom/vitest";
import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach } from "vitest";
import { board, language, theme } from "@/shared/preferences";

beforeEach(() => {
  language.set("en");
  theme.set("system");
  board.set("checker");
});

afterEach(cleanup);
