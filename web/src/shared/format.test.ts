import { describe, expect, test } from "vitest";
import { ago, bytes, fileName, limit } from "./format";

describe("file names carry concept and seed and are safe everywhere", () => {
  test.each([
    ["3D 쇼핑백과 퍼센트 기호", 7, "", "3D-쇼핑백과-퍼센트-기호_7.png"],
    ["30% / SALE: now?", 7, "shadow", "30-SALE-now_7_shadow.png"],
    ["../../etc/passwd", 1, "", "etc-passwd_1.png"],
    ["🎈", 1, "", "nukki_1.png"],
    ["", 1, "", "nukki_1.png"],
    ["\u1112\u1161\u11ab\u1100\u1173\u11af", 1, "", "한글_1.png"],
  ])("%s", (concept, seed, part, name) => {
    expect(fileName(concept, seed, part)).toBe(name);
  });

  test("and never too long", () => {
    expect(fileName("가".repeat(300), 1).length).toBeLessThan(70);
  });
});

test.each([
  ["2026-01-31T09:00:00.000Z", "en", "5 minutes ago"],
  ["2026-01-31T09:00:00.000Z", "ko", "5분 전"],
  ["2026-01-31T09:04:59.900Z", "en", "now"],
  ["2026-01-31T09:09:00.000Z", "en", "now"],
  ["2026-01-30T09:00:00.000Z", "en", "yesterday"],
  ["2025-01-30T09:00:00.000Z", "en", "Jan 30, 2025"],
  ["nonsense", "en", ""],
] as const)("%s is said in %s as %s", (iso, language, said) => {
  expect(ago(iso, language, Date.parse("2026-01-31T09:05:00.000Z"))).toBe(said);
});

test("sizes and limits read as people write them", () => {
  expect([bytes(10), bytes(422_400), bytes(1_340_000)]).toEqual(["1 KB", "422 KB", "1.3 MB"]);
  expect([limit(12, "%"), limit(41, "levels")]).toEqual(["12 %", "41"]);
});
