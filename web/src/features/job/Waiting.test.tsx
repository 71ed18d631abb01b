import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { job } from "./fixtures";
import { Waiting } from "./Waiting";

const told = { code: "disk-full", message: "the disk is full", hint: "Make room." };

test("what a person canceled is no alarm, and its brief can be changed", () => {
  const error = { ...told, message: "canceled", hint: "" };
  render(<Waiting job={job({ state: "canceled", error, can_rerun: true })} />);
  expect(screen.getByText("Canceled before any picture was finished")).toBeVisible();
  expect(screen.queryByText("canceled")).toBeNull();
  const way = screen.getByRole("link", { name: "Change the brief and make again" });
  expect(way).toHaveAttribute("href", "/make?from=20260731-090000-1f3a9c07");
});

test("what failed says why and what to do; without a brief there is no way to make it again", () => {
  render(<Waiting job={job({ state: "failed", error: told, can_rerun: false })} />);
  expect(screen.getByText("the disk is full")).toBeVisible();
  expect(screen.getByText("Make room.")).toBeVisible();
  expect(screen.queryByRole("link")).toBeNull();
});

test("a waiting job has nothing to change yet", () => {
  render(<Waiting job={job({ state: "queued", can_rerun: true })} />);
  expect(screen.queryByRole("link")).toBeNull();
});
