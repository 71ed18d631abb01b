import { expect, test } from "vitest";
import type { Asset } from "./api";
import { calledOf, foundIn, heldBy, nameOf, variantsOf } from "./library";

const asset = (id: string, name: string, variants: string[], hidden: string[] = []): Asset => ({
  id,
  name,
  tags: ["summer"],
  hidden: false,
  min_scale: 0.25,
  clear_space: 0,
  added: "",
  changed: "",
  variants: variants.map((variant) => ({
    id: variant,
    hidden: hidden.includes(variant),
    width: 100,
    height: 50,
    bytes: 1,
    core_share: 1,
    sha256: "",
    added: "",
    picture: `/${id}/${variant}.png`,
    core: "",
    thumb: `/${id}/${variant}.webp`,
  })),
});
const logo = asset("logo", "로고", ["dark", "default", "old"], ["old"]);
const badge = asset("badge", "Badge", ["main"]);

test("the variant that stands for an asset comes first and is named by the asset alone", () => {
  expect(variantsOf(logo).map((variant) => nameOf(logo, variant))).toEqual(["logo", "logo:dark"]);
  expect(variantsOf(badge).map((variant) => nameOf(badge, variant))).toEqual(["badge"]);
});

test("a name leads to its variant, unless that is hidden or gone", () => {
  expect(heldBy([logo, badge], "logo")?.variant.id).toBe("default");
  expect(heldBy([logo, badge], "badge:main")?.variant.id).toBe("main");
  expect(["logo:old", "logo:x", "gone"].map((name) => heldBy([logo], name))).toEqual([
    null,
    null,
    null,
  ]);
});

test("a person reads the name that was given, and the variant only where it matters", () => {
  expect(["logo", "logo:dark", "gone:x"].map((name) => calledOf([logo], name))).toEqual([
    "로고",
    "로고 · dark",
    "gone:x",
  ]);
});

test("every word is looked for in names, tags and variants", () => {
  const found = (text: string) => foundIn([logo, badge], text).map(({ id }) => id);
  expect(found("")).toEqual(["logo", "badge"]);
  expect(found("로고".normalize("NFD"))).toEqual(["logo"]);
  expect(found("SUMMER dark")).toEqual(["logo"]);
  expect(found("old")).toEqual([]);
});
