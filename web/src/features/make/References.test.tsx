import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { EMPTY } from "./draft";
import { type Form, FormProvider } from "./form";
import { References } from "./References";
import { useUploads } from "./uploads";
import { usePasted } from "./useFiles";

/** The server's end of an upload: what was sent, and how it is answered. */
class Sending {
  static all: Sending[] = [];
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  status = 0;
  response: unknown;
  aborted = false;
  onload?: () => void;
  onabort?: () => void;
  open() {}
  setRequestHeader() {}
  send() {
    Sending.all.push(this);
  }
  abort() {
    this.aborted = true;
    this.onabort?.();
  }
  answer(status: number, response: unknown) {
    Object.assign(this, { status, response });
    this.onload?.();
  }
}

beforeEach(() => {
  Sending.all = [];
  vi.stubGlobal("XMLHttpRequest", Sending);
});

function Page() {
  const [draft, setDraft] = useState(EMPTY);
  const keep = (references: string[]) => setDraft((now) => ({ ...now, references }));
  const uploads = useUploads(draft, (name) => keep([...draft.references, name]));
  usePasted(uploads.add);
  const form = {
    draft,
    change: ({ references = [] }) => keep(references),
    faults: {},
    model: undefined,
  } as unknown as Form;
  return (
    <FormProvider value={form}>
      <References uploads={uploads} />
    </FormProvider>
  );
}

const Studio = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
);
const picture = (name: string) => new File(["x"], name, { type: "image/png" });
function paste(...files: File[]) {
  const clipboardData = { types: ["Files"], files };
  fireEvent(document.body, Object.assign(new Event("paste", { bubbles: true }), { clipboardData }));
}

test("a pasted picture tells how far it is, and then shows itself", async () => {
  render(<Page />, { wrapper: Studio });
  paste(picture("mood.png"));
  const [sending] = Sending.all;
  await waitFor(() => sending?.upload.onprogress?.({ loaded: 3, total: 4 }));
  expect(await screen.findByRole("progressbar", { name: "mood.png" })).toHaveValue(0.75);
  sending?.answer(201, { name: "upload:abc" });
  expect(await screen.findByRole("img", { name: "mood picture 1" })).toHaveAttribute(
    "src",
    "/api/uploads/abc/thumb.webp",
  );
  expect(screen.queryByRole("progressbar")).toBeNull();
});

test("a third picture is refused without being sent", async () => {
  render(<Page />, { wrapper: Studio });
  paste(picture("1.png"), picture("2.png"), picture("3.png"));
  expect(await screen.findByRole("alert")).toHaveTextContent("Only 2 mood pictures fit");
  expect(Sending.all).toHaveLength(2);
});

test("a picture that the server refuses says why, and can be put away", async () => {
  render(<Page />, { wrapper: Studio });
  paste(picture("mood.png"));
  Sending.all[0]?.answer(415, { detail: "This is text.", hint: "Send a picture." });
  expect(await screen.findByRole("alert")).toHaveTextContent("This is text. Send a picture.");
  fireEvent.click(screen.getByRole("button", { name: "Remove mood.png" }));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("one that is taken back on its way is not sent on", () => {
  render(<Page />, { wrapper: Studio });
  paste(picture("mood.png"));
  fireEvent.click(screen.getByRole("button", { name: "Remove mood.png" }));
  expect(Sending.all[0]?.aborted).toBe(true);
});

test("text that is pasted is nobody's picture", () => {
  render(<Page />, { wrapper: Studio });
  const clipboardData = { types: ["text/plain", "Files"], files: [picture("word.png")] };
  fireEvent(document.body, Object.assign(new Event("paste", { bubbles: true }), { clipboardData }));
  expect(Sending.all).toHaveLength(0);
});
