import { expect, test } from "vitest";
import { find } from "./find";

const best = (typed: string, names: string[]) =>
  names
    .map((name) => ({ name, found: find(typed, name) }))
    .filter(({ found }) => found)
    .sort((a, b) => (b.found?.score ?? 0) - (a.found?.score ?? 0))
    .map(({ name }) => name);

test("letters in their order are found, and others are not", () => {
  expect(find("mk", "Make")?.at).toEqual([0, 2]);
  expect(find("km", "Make")).toBeNull();
  expect(find("makes", "Make")).toBeNull();
});

test("nothing typed fits every name", () => {
  expect(find("  ", "Make")).toEqual({ score: 0, at: [] });
});

test("the beginnings of words come before letters inside of them", () => {
  expect(best("sh", ["Refresh", "Settings: hide", "Show alpha"])[0]).toBe("Show alpha");
  expect(find("gh", "Go to History")?.at).toEqual([0, 6]);
});

test("of two names that fit as well the shorter one is first", () => {
  expect(best("style", ["Styles of the house", "Styles"])[0]).toBe("Styles");
});

test("initials stand for Korean syllables", () => {
  expect(find("ㅁㄷㄱ", "만들기")?.at).toEqual([0, 1, 2]);
  expect(find("ㅈㅇㄴㅇ", "작업 내역")?.at).toEqual([0, 1, 3, 4]);
  expect(find("ㅁㄷㄴ", "만들기")).toBeNull();
});

test("two initials that the keyboard joined are taken apart", () => {
  expect(find("ㄳ", "검색")?.at).toEqual([0, 1]);
});

test("a syllable that is being typed already fits", () => {
  expect(find("마", "만들기")?.at).toEqual([0]);
  expect(find("만드", "만들기")?.at).toEqual([0, 1]);
  expect(find("모", "만들기")).toBeNull();
  // what is whole must be the same
  expect(find("맘", "만들기")).toBeNull();
});

test("decomposed Korean, as some systems send it, is the same", () => {
  expect(find("만들".normalize("NFD"), "만들기")?.at).toEqual([0, 1]);
});
