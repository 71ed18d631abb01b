import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { board } from "@/shared/preferences";
import { candidate, job, picture } from "./fixtures";
import { Take } from "./Take";

const PNG = new Uint8Array([137, 80, 78, 71]);

beforeEach(() => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response(PNG));
});

function show() {
  const user = userEvent.setup();
  render(
    <Take job={job({ concept: "red cup" })} candidate={candidate({ final: picture("/f.png") })} />,
  );
  return user;
}

test("what is copied is the file itself, byte for byte", async () => {
  const user = show();
  await user.click(screen.getByRole("button", { name: "Copy" }));
  expect(await screen.findByText("Copied: Finished PNG")).toBeVisible();
  const [item] = await navigator.clipboard.read();
  const blob = await item?.getType("image/png");
  expect(new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(PNG);
});

test("a browser that will not copy says what to do instead", async () => {
  const user = show();
  const no = new DOMException("denied", "NotAllowedError");
  vi.spyOn(navigator.clipboard, "write").mockRejectedValue(no);
  await user.click(screen.getByRole("button", { name: "Copy" }));
  expect(await screen.findByText(/Download it instead/)).toBeVisible();
});

test.each([
  ["checker", "Copy on white"],
  ["#000000", "Copy on black"],
  ["#12ab34", "Copy on #12ab34"],
  ["chat-dark", "Copy on the chat's gray"],
] as const)("on %s it says %s", (ground, name) => {
  board.set(ground);
  show();
  expect(screen.getByRole("button", { name })).toBeVisible();
});

test("dragged out of the browser it is a file under its own name", () => {
  show();
  const link = screen.getByRole("link", { name: /Finished PNG/ });
  const data: Record<string, string> = {};
  const drag = createEvent.dragStart(link);
  Object.assign(drag, {
    dataTransfer: {
      setData: (kind: string, text: string) => Object.assign(data, { [kind]: text }),
    },
  });
  fireEvent(link, drag);
  expect(data.DownloadURL).toBe(`image/png:red-cup_7.png:${new URL("/f.png", location.href)}`);
});
