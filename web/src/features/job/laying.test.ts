import { expect, test } from "vitest";
import { candidate, picture } from "./fixtures";
import { apartOf, laid, others, pictureOf } from "./laying";

test("pictures of different sizes meet in their middles", () => {
  expect(laid({ width: 100, height: 40 }, { width: 60, height: 80 })).toEqual({
    size: { width: 100, height: 80 },
    first: { x: 0, y: 20 },
    second: { x: 20, y: 0 },
  });
});

test("a finished picture lies in its drawing where it was cut from", () => {
  const own = candidate({ final: picture("/f", 60, 50), offset: [17, -3] });
  expect(
    laid({ width: 60, height: 50 }, { width: 100, height: 100 }, apartOf("drawing", own)),
  ).toEqual({
    size: { width: 100, height: 103 },
    first: { x: 17, y: 0 },
    second: { x: 0, y: 3 },
  });
  expect(apartOf("drawing", candidate({}))).toBeUndefined();
  expect(apartOf("1", own)).toBeUndefined();
  expect(apartOf("original", { ...own, original_offset: [12, 4] })).toEqual({ x: -5, y: 7 });
  expect(apartOf("original", own)).toBeUndefined();
});

test("one is compared with its own drawing first, and never with itself or with nothing", () => {
  const all = [0, 1, 2].map((index) =>
    candidate({ index, final: index === 1 ? null : picture(`/${index}`), drawing: picture("/d") }),
  );
  const own = all[0] as (typeof all)[0];
  expect(others(own, all)).toEqual(["drawing", "2"]);
  expect(pictureOf("2", own, all)?.url).toBe("/2");
  expect(pictureOf("original", own, all)).toBeNull();
});
