import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { board } from "@/shared/preferences";
import { Board } from "./Board";
import { BoardSwitch } from "./BoardSwitch";

const show = (palette: string[] = []) =>
  render(
    <>
      <BoardSwitch palette={palette} />
      <Board className="under-test" />
    </>,
  );

const surface = () => document.querySelector<HTMLElement>(".under-test");

test("a chosen colour lies under the pictures and is remembered", async () => {
  show(["#FF5A5F"]);
  expect(surface()?.dataset.board).toBe("checker");
  await userEvent.click(screen.getByRole("radio", { name: "Palette colour #ff5a5f" }));
  expect(surface()?.style.getPropertyValue("--board")).toBe("#ff5a5f");
  expect(localStorage.getItem("nukki.board")).toBe("#ff5a5f");
});

test("B goes through every background and back to the first", async () => {
  show(["#ffb400", "#FFFFFF"]);
  const seen = [];
  for (let press = 0; press < 4; press += 1) {
    await userEvent.keyboard("b");
    seen.push(board.get());
  }
  expect(seen).toEqual(["#ffffff", "#000000", "#ffb400", "checker"]);
});

test("an own colour is taken, and the fixed ones are then not chosen", () => {
  show();
  fireEvent.change(screen.getByLabelText("Own colour"), { target: { value: "#123456" } });
  expect(board.get()).toBe("#123456");
  expect(screen.queryByRole("radio", { checked: true })).toBeNull();
});
