import { expect, test } from "vitest";
import { say } from "@/shared/words/words";
import type { Estimate } from "./api";
import { span, told } from "./estimate";

const estimate = (changes: Partial<Estimate>): Estimate => ({
  seconds: null,
  per_candidate_s: null,
  waits_s: null,
  jobs_measured: 0,
  cost: null,
  cold_start_s: null,
  basis: { code: "", message: "", hint: "" },
  ...changes,
});
const lines = (changes: Partial<Estimate>) =>
  told(estimate(changes), (key, blanks) => say("en", key, blanks), "en");

test.each([
  [3.4, 7.8, "3–8 seconds"],
  [18, 41, "20–40 seconds"],
  [31, 32, "30 seconds"],
  [50, 200, "1–3 minutes"],
  [4000, 9000, "1–3 hours"],
])("from %d to %d seconds is %s", (low, high, text) => {
  expect(span(low, high, "en").replace(/\s–\s/, "–")).toBe(text);
});

test("a span is said in Korean", () => {
  expect(span(20, 40, "ko")).toBe("20~40초");
});

test("nothing is said of what is not known", () => {
  expect(lines({})).toEqual([]);
});

test("time, cost, line and cold start are told in this order", () => {
  const text = lines({
    seconds: { low: 20, high: 40 },
    cost: { amount: 0.024, currency: "USD", per: "job" },
    waits_s: 65,
    cold_start_s: 360,
  });
  expect(text).toHaveLength(4);
  expect(text[0]).toMatch(/20.40 seconds/);
  expect(text[1]).toContain("$0.024");
  expect(text[2]).toContain("65 seconds");
  expect(text[3]).toContain("6 minutes");
});

test("what costs nothing is said to cost nothing", () => {
  expect(lines({ cost: { amount: 0, currency: "USD", per: "job" } })).toEqual(["free of charge"]);
});
