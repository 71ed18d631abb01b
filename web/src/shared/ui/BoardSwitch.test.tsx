import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { keepBanner } from "@/shared/banner";
import { followKeys } from "@/shared/commands";
import { alphaShown, board } from "@/shared/preferences";
import { Board } from "./Board";
import { BoardSwitch } from "./BoardSwitch";

followKeys();

afterEach(() => alphaShown.set(""));

const show = (palette: string[] = []) =>
  render(
    <>
      <BoardSwitch palette={palette} />
      <Board className="under-test" />
    </>,
  );

const surface = () => document.querySelector<HTMLElement>(".under-test");

test("a chosen color lies under the pictures and is remembered", async () => {
  show(["#FF5A5F"]);
  expect(surface()?.dataset.board).toBe("checker");
  await userEvent.click(screen.getByRole("radio", { name: "Palette color #ff5a5f" }));
  expect(surface()?.style.getPropertyValue("--board")).toBe("#ff5a5f");
  expect(localStorage.getItem("nukki.board")).toBe("#ff5a5f");
});

test("B goes through every background and back to the first", async () => {
  show(["#ffb400", "#FFFFFF"]);
  const seen = [];
  for (let press = 0; press < 6; press += 1) {
    await userEvent.keyboard("b");
    seen.push(board.get());
  }
  expect(seen).toEqual(["#ffffff", "#000000", "chat-light", "chat-dark", "#ffb400", "checker"]);
});

test("a brand color is kept beside the others until it is taken away", async () => {
  show();
  const field = screen.getByLabelText("Own color");
  fireEvent.input(field, { target: { value: "#123456" } });
  expect(board.get()).toBe("#123456");
  field.dispatchEvent(new Event("change", { bubbles: true }));
  expect(await screen.findByRole("radio", { name: "Brand color #123456" })).toBeChecked();
  await userEvent.click(screen.getByRole("button", { name: "Take brand color #123456 away" }));
  expect(screen.queryByRole("radio", { name: /Brand/ })).toBeNull();
  expect(board.get()).toBe("checker");
});

test("Shift and B turn every background to black, and pictures to their alpha", async () => {
  board.set("#ffffff");
  show();
  await userEvent.keyboard("{Shift>}b{/Shift}");
  expect(surface()?.dataset.board).toBe("alpha");
  await userEvent.keyboard("{Shift>}b{/Shift}");
  expect(surface()?.dataset.board).toBe("color");
});

test("a photo that was lost leaves the checkerboard", () => {
  board.set("photo");
  show();
  expect(surface()?.dataset.board).toBe("checker");
});

test("a file that is no picture is not kept", async () => {
  expect(await keepBanner(new Blob(["text"]))).toBe(false);
});
