import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, createEvent, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { handover } from "@/shared/handover";
import { DropPicture } from "./DropPicture";

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);

const file = (name: string, data: BlobPart = PNG) => new File([data], name);
const show = (queries = new QueryClient()) =>
  render(
    <QueryClientProvider client={queries}>
      <DropPicture />
    </QueryClientProvider>,
  );
const letGo = (...files: File[]) =>
  fireEvent.drop(document.body, { dataTransfer: { types: ["Files"], files } });
const answers = (status: number, body: object) =>
  vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(async () => new Response(JSON.stringify(body), { status }));

afterEach(() => history.replaceState(null, "", "/"));

test("the brief of a dropped picture goes to the form, with what would differ", async () => {
  const told = [{ code: "x", message: "Another engine", hint: "" }];
  const brief = { object_concept: "cup" };
  answers(200, { brief, differences: told });
  show();
  letGo(file("cup.png"));
  await vi.waitFor(() => expect(location.search).toBe("?handed"));
  expect(location.pathname).toBe("/make");
  expect(handover.take()).toEqual({ brief, told });
});

test("what the server refuses is told in its words, with what to do", async () => {
  answers(422, { code: "x", detail: "No settings inside", hint: "Drop the PNG as downloaded" });
  show();
  letGo(file("photo.png"));
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("No settings insideDrop the PNG as downloaded");
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a session that has ended shuts the gate over the page", async () => {
  answers(401, { code: "session-needed", detail: "Log in first", hint: "" });
  const queries = new QueryClient();
  show(queries);
  letGo(file("cup.png"));
  await vi.waitFor(() =>
    expect(queries.getQueryData(["session"])).toMatchObject({ through: false }),
  );
});

test.each([
  ["another kind of file", [file("a.png", "GIF89a")], "a.png is not a PNG"],
  ["two at once", [file("a.png"), file("b.png")], "Only one picture at a time"],
])("%s is refused before anything is sent", async (_, files, message) => {
  const sent = answers(200, {});
  show();
  letGo(...files);
  expect(await screen.findByRole("alert")).toHaveTextContent(message);
  expect(sent).not.toHaveBeenCalled();
});

test("a cut-out of a picture from elsewhere says that it has no brief", async () => {
  answers(200, { brief: null, differences: [] });
  show();
  letGo(file("cut.png"));
  expect(await screen.findByRole("alert")).toHaveTextContent("cut.png holds no brief");
});

test("what another target took is left alone, and text is nobody's", async () => {
  const sent = answers(200, {});
  show();
  document.body.addEventListener("drop", (event) => event.stopPropagation(), { once: true });
  letGo(file("mood.png"));
  fireEvent.drop(document.body, { dataTransfer: { types: ["text/plain"], files: [] } });
  expect(sent).not.toHaveBeenCalled();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("the page says where files go for as long as they are held over it", () => {
  vi.useFakeTimers();
  show();
  const held = createEvent.dragOver(document.body, { dataTransfer: { types: ["Files"] } });
  fireEvent(document.body, held);
  expect(held.defaultPrevented).toBe(true);
  expect(screen.getByText("Drop a picture made by Nukki")).toBeVisible();
  act(() => vi.advanceTimersByTime(1000));
  expect(screen.queryByText("Drop a picture made by Nukki")).toBeNull();
  vi.useRealTimers();
});
