import { beforeEach, expect, test } from "vitest";
import { kinds } from "./kept";

beforeEach(() => localStorage.clear());

test("what is kept is told by what a person knows it as, each once", () => {
  expect(kinds(["nukki.theme", "nukki.language", "nukki.filters"], false)).toEqual([
    "look",
    "filters",
  ]);
});

test("a name that nobody here knows is told too, and a photo has a place of its own", () => {
  expect(kinds(["nukki.something.new"], true)).toEqual(["photo", "more"]);
});

test("nothing kept is nothing told", () => {
  expect(kinds([], false)).toEqual([]);
});
