import { beforeEach, expect, test } from "vitest";
import { markTitle, titled } from "./title";

beforeEach(() => {
  document.head.innerHTML = '<link rel="icon" href="/favicon.svg">';
});

test("what is drawn comes first, then what is seen, then whose it is", () => {
  expect(titled("유리 종", "누끼", { done: 2, total: 4 })).toBe("● 2/4 · 유리 종 · 누끼");
  expect(titled("", "누끼", { done: 0, total: 4 })).toBe("● 0/4 · 누끼");
  expect(titled("History", "Nukki", "ended")).toBe("✓ · History · Nukki");
  expect(titled("History", "Nukki", null)).toBe("History · Nukki");
});

test("title and icon change at once, without anything being drawn", () => {
  const icon = () => document.querySelector("link[rel=icon]")?.getAttribute("href");
  markTitle({ done: 1, total: 3 });
  expect(document.title).toContain("● 1/3");
  expect(icon()).toBe("/favicon-busy.svg");
  markTitle("ended");
  expect([document.title.startsWith("✓"), icon()]).toEqual([true, "/favicon-done.svg"]);
  markTitle(null);
  expect([document.title.startsWith("✓"), icon()]).toEqual([false, "/favicon.svg"]);
});
