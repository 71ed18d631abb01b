import { beforeEach, expect, test, vi } from "vitest";
import { isGone, reloadOnce } from "./gone";

beforeEach(() => sessionStorage.clear());

test.each([
  "Failed to fetch dynamically imported module: http://studio/assets/Make-1.js",
  "error loading dynamically imported module: http://studio/assets/Make-1.js",
  "Importing a module script failed.",
])("%s: a part that an upgrade took away", (message) => {
  expect(isGone(new TypeError(message))).toBe(true);
});

test("another fault is not", () => {
  expect(isGone(new TypeError("x is undefined"))).toBe(false);
  expect(isGone("Importing a module script failed.")).toBe(false);
});

test("the page is loaded anew once, and again only when that was long ago", () => {
  const reload = vi.fn();
  expect(reloadOnce(100_000, reload)).toBe(true);
  expect(reloadOnce(130_000, reload)).toBe(false);
  expect(reloadOnce(200_000, reload)).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});
