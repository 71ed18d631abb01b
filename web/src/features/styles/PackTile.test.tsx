import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import type { Pack } from "@/shared/api";
import { PackTile } from "./PackTile";

const sample = (number: number): Pack["samples"][number] => ({
  name: `sp-glass-${number}`,
  url: `/api/samples/sp-glass-${number}.webp`,
  concept: `thing ${number}`,
  seed: number,
  brief: { object_concept: `thing ${number}` } as Pack["samples"][number]["brief"],
});
const GLASS: Pack = {
  id: "sp-glass",
  version: 1,
  name: { en: "Glass", ko: "글라스" },
  description: { en: "Clear, lightly tinted.", ko: "맑은 유리." },
  palette: ["#aaddff", "#ffffff"],
  material_class: "translucent",
  shadow_policy: "ambient",
  renderer: "trace",
  built_in: true,
  samples: [sample(1), sample(2)],
};

function Gallery() {
  const [opened, setOpened] = useState(false);
  return (
    <ul>
      <PackTile pack={GLASS} opened={opened} toggle={() => setOpened(!opened)} />
    </ul>
  );
}

test("an opened style tells what its alpha does, and lends the brief of each picture", async () => {
  render(<Gallery />);
  expect(screen.queryByText("See-through: what lies behind shows")).toBeNull();
  const opener = screen.getByRole("button", { name: "Glass" });
  await userEvent.click(opener);
  expect(opener).toHaveAttribute("aria-expanded", "true");
  expect(screen.getByText("See-through: what lies behind shows")).toBeVisible();
  const brief = screen.getByRole("link", { name: "Use this brief: thing 2" });
  expect(brief).toHaveAttribute("href", "/make?sample=sp-glass-2");
  const style = screen.getByRole("link", { name: "Make with this style" });
  expect(style).toHaveAttribute("href", "/make?packs=sp-glass");
});

test("a second press closes it again", async () => {
  render(<Gallery />);
  const opener = screen.getByRole("button", { name: "Glass" });
  await userEvent.dblClick(opener);
  expect(opener).toHaveAttribute("aria-expanded", "false");
  expect(screen.queryByRole("link", { name: /brief/ })).toBeNull();
});
