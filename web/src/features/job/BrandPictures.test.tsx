import { render, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Candidate } from "@/shared/api";
import { language } from "@/shared/preferences";
import { BrandMarks } from "./BrandMarks";
import { BrandPictures } from "./BrandPictures";
import { brand, candidate, job, layer } from "./fixtures";

const SOUGHT = { shown: null, pinned: null, point: vi.fn(), pin: vi.fn() };
const LIMITS = { shape_iou: 0.98, delta_e: 12, hue: 8 };

function show(changes: Partial<Candidate>) {
  const shown = candidate({ offset: [0, 0], ...changes });
  render(<BrandPictures job={job({ concept: "cup" })} candidate={shown} sought={SOUGHT} />);
}

test("a candidate without brand pictures says nothing of them", () => {
  const { container } = render(<BrandMarks candidate={candidate({})} />);
  show({});
  expect(container).toBeEmptyDOMElement();
  expect(screen.queryByText("Brand pictures")).toBeNull();
});

test("a badge says its state in words, and which pictures it is about", () => {
  render(<BrandMarks candidate={candidate({ assets: [brand({}), brand({ asset: "seal" })] })} />);
  const badge = screen.getByRole("listitem");
  expect(badge).toHaveTextContent("exact × 2");
  expect(badge).toHaveTextContent("Brand picture logo, seal: exact");
});

test("an exact one shows how many pixels were checked, and its fingerprint to copy", () => {
  show({ assets: [brand({ visible_px: 1200 })] });
  expect(screen.getByText("logo is exact.")).toBeVisible();
  expect(screen.getByText("1,200 of 2,400; the rest is covered")).toBeVisible();
  expect(screen.getByRole("button", { name: /9f2c4be0/ })).toBeVisible();
  expect(screen.getByRole("link", { name: /In the library.*logo/ })).toHaveAttribute(
    "href",
    "/assets?asset=logo",
  );
});

test("one that was downgraded says why, what would help, and which limit it broke", () => {
  language.set("ko");
  const downgraded = {
    code: "x",
    message: "색이 너무 달라집니다.",
    hint: "더 밝은 자리를 고르세요.",
  };
  const deviation = { shape_iou: 0.99, delta_e: 17.84, hue: 8 };
  show({ assets: [brand({ asked: "overlay", downgraded, deviation, limits: LIMITS })] });
  expect(screen.getByText("원본으로 대체")).toBeVisible();
  expect(screen.getByText(/색이 너무/)).toHaveTextContent("더 밝은 자리를 고르세요.");
  const told = screen.getAllByText(/한도/).map((mark) => mark.closest("li")?.textContent);
  expect(told).toEqual([
    "모양(IoU)한도 안0.9900.980 이상",
    "색(ΔE)한도 넘음17.812.0 이하",
    "색상한도 안8.0°8.0° 이하",
  ]);
});

test("what is blended has no fingerprint, for nothing was proved by it, but tells its light", () => {
  show({
    assets: [brand({ given: "overlay", route: "scene", limits: LIMITS, deviation: LIMITS })],
  });
  expect(screen.queryByRole("button", { name: /9f2c4be0/ })).toBeNull();
  expect(screen.getByText("from the scene itself")).toBeVisible();
});

test("one that is blended and scaled says that, too", () => {
  show({ assets: [brand({ given: "overlay", scale: 0.8, tilt: "iso" })] });
  expect(screen.getByText("Size and angle").nextElementSibling).toHaveTextContent("80 %, tilted");
});

test("it is told which way it was moved", () => {
  show({ assets: [brand({ moved: [-24, 8] })] });
  expect(
    screen.getByText(
      "Moved 24 px to the left, 8 px down from its planned place, to keep clear of the object",
    ),
  ).toBeVisible();
});

test("its layers are files, and none is called original that was resampled", () => {
  const layers = [layer("asset0"), layer("asset0-shadow")];
  show({
    assets: [
      brand({ layers }),
      brand({ index: 1, given: "resampled", scale: 0.5, layers: [layer("asset1")] }),
    ],
  });
  const names = (item: HTMLElement) =>
    within(item)
      .getAllByRole("link", { hidden: true })
      .map((link) => `${link.textContent} ${link.getAttribute("download") ?? ""}`.trim())
      .slice(1);
  const [first, second] = [...document.querySelectorAll<HTMLElement>("section > ul > li")];
  expect(first && names(first)).toEqual([
    "Original cup_7_asset0.png",
    "Shadow cup_7_asset0-shadow.png",
  ]);
  expect(second && names(second)).toEqual(["Resampled cup_7_asset1.png"]);
});
