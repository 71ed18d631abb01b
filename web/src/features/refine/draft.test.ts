import { afterEach, expect, test, vi } from "vitest";
import { draftOf, dropDraft, keepDraft } from "./draft";

const STROKE = {
  tool: "erase",
  kind: "brush",
  points: [1, 2, 1],
  size: 10,
  hardness: 0.5,
  opacity: 1,
} as const;

afterEach(() => sessionStorage.clear());

test("what was drawn comes back for its candidate only", () => {
  keepDraft("job", 1, { revision: 3, strokes: [{ ...STROKE, points: [1, 2, 1] }] });
  expect(draftOf("job", 1)).toEqual({ revision: 3, strokes: [STROKE] });
  expect(draftOf("job", 0)).toBeNull();
  dropDraft("job", 1);
  expect(draftOf("job", 1)).toBeNull();
});

test.each(["", "{", "[]", '{"revision":1}', '{"revision":"1","strokes":[]}', '{"strokes":[{}]}'])(
  "what somebody else left there is none: %s",
  (text) => {
    sessionStorage.setItem("nukki.refine.job.0", text);
    expect(draftOf("job", 0)).toBeNull();
  },
);

test("a full browser costs no stroke on the page", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(() => keepDraft("job", 0, { revision: 0, strokes: [] })).not.toThrow();
});
