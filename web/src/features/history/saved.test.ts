import { expect, test } from "vitest";
import { dropped, kept, MOST_SAVED, read, tidy } from "./saved";

const glass = { name: "유리", address: "packs=sp-glass" };
const stars = { name: "Best", address: "starred=yes" };

test("a filter is kept once, and a new name takes the place of the old", () => {
  expect(kept([glass], stars)).toEqual([glass, stars]);
  expect(kept([glass, stars], { ...glass, name: " 글라스  모음 " })).toEqual([
    { ...glass, name: "글라스 모음" },
    stars,
  ]);
});

test("a name that is taken goes to the new filter, and none is there twice", () => {
  const other = { name: "Best", address: "state=done" };
  expect(kept([glass, stars], other)).toEqual([glass, other]);
  expect(kept([glass, stars], { name: "Best", address: glass.address })).toEqual([
    { name: "Best", address: glass.address },
  ]);
  expect(kept([glass], { name: "  ", address: "x" })).toEqual([glass]);
});

test("a filter is dropped, and too many push out the oldest", () => {
  expect(dropped([glass, stars], glass.address)).toEqual([stars]);
  const many = Array.from({ length: MOST_SAVED }, (_, at) => ({
    name: `n${at}`,
    address: `a${at}`,
  }));
  const full = kept(many, stars);
  expect(full).toHaveLength(MOST_SAVED);
  expect([full[0]?.name, full.at(-1)]).toEqual(["n1", stars]);
});

test.each([null, "", "{", "7", '{"a":1}', '[null,1,{"name":7},{"name":"","address":"x"}]'])(
  "of a storage with %s nothing is read",
  (text) => {
    expect(read(text)).toEqual([]);
  },
);

test("names are short and of one line", () => {
  expect(tidy(" a\n b ")).toBe("a b");
  expect(tidy("x".repeat(99))).toHaveLength(40);
  expect(read(JSON.stringify([glass, stars]))).toEqual([glass, stars]);
});
