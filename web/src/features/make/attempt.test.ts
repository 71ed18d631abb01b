import { expect, test } from "vitest";
import { Attempts } from "./attempt";

test("what is asked twice has one name until an answer came", () => {
  const attempts = new Attempts();
  const first = attempts.keyFor("cup");
  expect(first).toMatch(/^make-[0-9a-f]{32}$/);
  expect(attempts.keyFor("cup")).toBe(first);
  attempts.answered();
  expect(attempts.keyFor("cup")).not.toBe(first);
});

test("another brief has another name", () => {
  const attempts = new Attempts();
  expect(attempts.keyFor("cup")).not.toBe(attempts.keyFor("pot"));
});
