import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { Candidate } from "@/shared/api";
import { ExportBrand } from "./ExportBrand";
import type { Wish } from "./exporting";
import { brand, candidate } from "./fixtures";

const WISH: Wish = {
  formats: ["png"],
  size: "1x",
  trimmed: true,
  settings: false,
  originals: false,
};
const EXACT = candidate({ assets: [brand({})] });
const BLENDED = candidate({ blended: true, assets: [brand({ given: "overlay" })] });

function show(taken: Candidate[], wish: Partial<Wish> = {}) {
  const change = vi.fn();
  render(<ExportBrand taken={taken} wish={{ ...WISH, ...wish }} change={change} />);
  return change;
}
const lines = () => screen.getAllByRole("listitem").map((line) => line.textContent?.split(":")[0]);

test("without brand pictures nothing is said of them", () => {
  show([candidate({})]);
  expect(screen.queryByText("Brand pictures")).toBeNull();
});

test("each chosen format says whether it keeps what is exact", () => {
  show([EXACT], { formats: ["png", "webp", "avif", "psd"], size: "2x" });
  expect(lines()).toEqual(["PNG, WebP", "PSD", "AVIF", "Half size"]);
  expect(screen.queryByRole("radio")).toBeNull();
});

test("a format that keeps every pixel stands alone where nothing else was chosen", () => {
  show([EXACT]);
  expect(lines()).toEqual(["PNG"]);
});

test("where something is blended it can be taken unblended instead", async () => {
  const change = show([EXACT, BLENDED]);
  expect(screen.getByText("Blended in 1 of 2 candidates")).toBeVisible();
  expect(screen.getByRole("radio", { name: /As made, blended/ })).toBeChecked();
  await userEvent.click(screen.getByRole("radio", { name: "Unblended instead" }));
  expect(change).toHaveBeenCalledWith({ originals: true });
});
