import { expect, test } from "vitest";
import { en, type Key } from "./en";
import { ko } from "./ko";
import { say } from "./words";

const blanks = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([blank]) => blank).sort();

test("both languages have the same blanks in every sentence", () => {
  const differing = (Object.keys(en) as Key[]).filter(
    (key) => blanks(en[key]).join() !== blanks(ko[key]).join(),
  );
  expect(differing).toEqual([]);
});

test("every Korean sentence is Korean", () => {
  const latin = Object.entries(ko).filter(
    ([, text]) => !/[가-힣]/.test(text.replace(/\{\w+\}/g, "")),
  );
  // a count, a range, and two names joined by a colon have no words of their own
  expect(latin.map(([key]) => key)).toEqual(["job.more", "checks.between", "styles.alt"]);
});

test("blanks are filled, and one without a value stays to be seen", () => {
  expect(say("ko", "verdict.passed", { passed: 2, total: 4 })).toBe("4개 중 2개 통과");
  expect(say("en", "verdict.passed", { passed: 2 })).toBe("2 of {total} passed");
});
