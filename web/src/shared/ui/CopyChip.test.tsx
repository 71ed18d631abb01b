import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { useAnnounced } from "@/shared/announce";
import { CopyChip } from "./CopyChip";

function Said() {
  return <output>{useAnnounced()}</output>;
}

test("a click copies the text and says so", async () => {
  const user = userEvent.setup();
  render(<CopyChip label="Seed" text="20260731" />);
  render(<Said />);
  await user.click(screen.getByRole("button"));
  expect(await navigator.clipboard.readText()).toBe("20260731");
  expect(screen.getByRole("status")).toHaveTextContent("Copied: 20260731");
});

test("a browser that will not copy is told of", async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("denied"));
  render(<CopyChip text="7" />);
  render(<Said />);
  await user.click(screen.getByRole("button"));
  expect(screen.getByRole("status")).toHaveTextContent("would not copy");
});
