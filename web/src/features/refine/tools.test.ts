import { expect, test } from "vitest";
import {
  begunTools,
  harder,
  LARGEST,
  nextView,
  otherKind,
  resized,
  SMALLEST,
  set,
  slid,
  slidTo,
  stronger,
  swapped,
} from "./tools";

const begun = begunTools({ width: 1024, height: 512 });

test("the first brush suits the picture", () => {
  expect(begun.brush.size).toBe(41);
  expect(begunTools({ width: 8, height: 8 }).brush.size).toBe(SMALLEST);
});

test("tools swap and come back", () => {
  expect(swapped(begun).brush.tool).toBe("restore");
  expect(swapped(swapped(begun))).toEqual(begun);
  expect(otherKind(begun).brush.kind).toBe("lasso");
  expect(otherKind(otherKind(begun))).toEqual(begun);
});

test("every press changes the size, and it ends at both ends", () => {
  let tools = set(begun, { size: SMALLEST });
  for (let size = tools.brush.size; size < LARGEST; size = tools.brush.size) {
    tools = resized(tools, true);
    expect(tools.brush.size).toBeGreaterThan(size);
  }
  expect(resized(tools, true).brush.size).toBe(LARGEST);
  for (let size = tools.brush.size; size > SMALLEST; size = tools.brush.size) {
    tools = resized(tools, false);
    expect(tools.brush.size).toBeLessThan(size);
  }
});

test("hardness goes from nothing to full, opacity never to nothing", () => {
  let tools = begun;
  for (let press = 0; press < 20; press += 1) tools = stronger(harder(tools, false), false);
  expect([tools.brush.hardness, tools.brush.opacity]).toEqual([0, 0.1]);
  for (let press = 0; press < 20; press += 1) tools = stronger(harder(tools, true), true);
  expect([tools.brush.hardness, tools.brush.opacity]).toEqual([1, 1]);
});

test("views go round", () => {
  expect(nextView(nextView(nextView(begun)))).toEqual(begun);
});

test.each([SMALLEST, 5, 41, 300, LARGEST])("a slider at size %d means that size", (size) => {
  expect(slidTo(slid(size))).toBe(size);
});
