import { expect, test } from "vitest";
import type { Asset, Variant } from "./api";
import { found, inUse, isHidden } from "./library";
import { percent } from "./Share";

const variant = (id: string, hidden = false): Variant => ({
  id,
  hidden,
  width: 9,
  height: 9,
  bytes: 9,
  core_share: 1,
  sha256: "",
  added: "",
  picture: "",
  core: "",
  thumb: "",
});

const asset = (id: string, change: Partial<Asset> = {}): Asset => ({
  id,
  name: id,
  tags: [],
  hidden: false,
  min_scale: 0.1,
  clear_space: 0,
  added: "",
  changed: "",
  variants: [variant("default")],
  ...change,
});

const library = [
  asset("logo", { name: "여름 로고", tags: ["Brand"] }),
  asset("mascot", { variants: [variant("wave"), variant("default"), variant("old", true)] }),
  asset("away", { hidden: true }),
  asset("gone", { variants: [variant("default", true)] }),
];
const ids = (text: string, hidden = false) => found(library, text, hidden).map(({ id }) => id);

test("every word is looked for in names, ids, tags and variants", () => {
  expect(ids("")).toEqual(["logo", "mascot"]);
  expect(ids("로고 brand")).toEqual(["logo"]);
  expect(ids("여름".normalize("NFD"))).toEqual(["logo"]);
  expect(ids("WAVE")).toEqual(["mascot"]);
  expect(ids("logo mascot")).toEqual([]);
});

test("what is hidden, or has nothing left to show, is found only when it is asked for", () => {
  expect(ids("", true)).toEqual(["logo", "mascot", "away", "gone"]);
  expect(library.map(isHidden)).toEqual([false, false, true, true]);
});

test("the default stands first of what can be used", () => {
  expect(inUse(library[1] as Asset).map(({ id }) => id)).toEqual(["default", "wave"]);
});

test("a share is never rounded to all or to nothing", () => {
  expect([0, 0.0001, 0.006, 0.24, 0.998, 0.99999, 1].map((share) => percent(share, "en"))).toEqual([
    "0%",
    "0.1%",
    "0.6%",
    "24%",
    "99.8%",
    "99.9%",
    "100%",
  ]);
});
