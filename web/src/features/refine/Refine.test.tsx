import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Candidate, Finding, Job } from "@/shared/api";
import { followKeys } from "@/shared/commands";
import { withCandidate } from "@/shared/news";
import { language } from "@/shared/preferences";
import type { Refine as Ground } from "./api";
import Refine from "./Refine";
import type { Stroke } from "./strokes";

const SIDE = 20;
const ADDRESS = "/api/jobs/job/candidates/0/refine";
const DOT: Stroke = {
  tool: "erase",
  kind: "brush",
  points: [5, 5, 1],
  size: 4,
  hardness: 1,
  opacity: 1,
};

const finding = (changes: Partial<Finding> = {}): Finding => ({
  rule: "coverage",
  name: "Coverage",
  passed: true,
  measured: 41,
  figure: "41 %",
  low: 12,
  high: 80,
  unit: "%",
  message: "The object covers 41 %.",
  hint: "",
  act: null,
  marked: false,
  ...changes,
});

const candidate = (changes: Partial<Candidate> = {}): Candidate => ({
  index: 0,
  seed: 7,
  passed: true,
  strategy: "segment",
  confidence: 0.9,
  seconds: 1,
  timings: {},
  offset: null,
  original_offset: null,
  thumb: null,
  final: { url: "/final.png", width: SIDE, height: SIDE, bytes: 100 },
  drawing: null,
  layers: [],
  assets: [],
  blended: false,
  checks: [finding()],
  remarks: [],
  tried: [],
  marks: null,
  error: null,
  refined: 0,
  original: null,
  ...changes,
});

/** A server that knows one candidate, its strokes and their revision. */
class Server {
  ground: Ground = {
    width: SIDE,
    height: SIDE,
    picture: "/drawing.png",
    matte: "/matte.png",
    limit: "/limit.png",
    strokes: [],
    revision: 0,
    background: null,
  };
  candidate = candidate();
  sent: { strokes: Stroke[]; revision: number }[] = [];
  refusal: { status: number; detail: string; hint: string } | null = null;

  readonly answer = async (request: Request | string): Promise<Response> => {
    const { method, url } = typeof request === "string" ? { method: "GET", url: request } : request;
    const path = new URL(url, location.href).pathname;
    if (path.endsWith(".png")) return new Response(new Blob(["png"]));
    if (path === "/api/jobs/job") return json({ ...JOB, candidates: [this.candidate] });
    if (path !== ADDRESS) return json({ code: "unknown" }, 404);
    if (method === "GET") return json(this.ground);
    return this.put(await (request as Request).json());
  };

  private put(sent: { strokes: Stroke[]; revision: number }): Response {
    this.sent.push(sent);
    if (this.refusal)
      return json({ ...this.refusal, code: "strokes-invalid" }, this.refusal.status);
    if (sent.revision !== this.ground.revision) return json({ code: "refine-revision" }, 412);
    const refined = sent.revision + 1;
    this.ground = { ...this.ground, strokes: sent.strokes, revision: refined };
    this.candidate = { ...this.candidate, refined };
    return json(this.candidate);
  }
}

const json = (body: unknown, status = 200) => Response.json(body, { status });
const JOB = { id: "job", concept: "cup", palette: [], candidates: [] } as unknown as Job;

let server: Server;
let queries: QueryClient;
let close: () => void;

beforeAll(() => {
  followKeys();
  // a browser's canvas: everything that was drawn reads as opaque
  const context = new Proxy({} as Record<string, unknown>, {
    get: (kept, name: string) =>
      name === "getImageData"
        ? () => ({ data: new Uint8ClampedArray(SIDE * SIDE * 4).fill(255) })
        : (kept[name] ?? (() => {})),
  });
  HTMLCanvasElement.prototype.getContext = function () {
    Object.defineProperty(context, "canvas", { value: this, configurable: true });
    return context as never;
  };
  vi.stubGlobal("createImageBitmap", async () => ({ close: () => {} }));
  vi.stubGlobal("ImageData", class {});
});

beforeEach(() => {
  sessionStorage.clear();
  server = new Server();
  vi.stubGlobal("fetch", server.answer);
  // the DOM of the tests knows an open dialog, not a modal one
  const found = document.querySelector.bind(document);
  vi.spyOn(document, "querySelector").mockImplementation((wanted: string) =>
    found(wanted.replace(":modal", "[open]")),
  );
});

async function open() {
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  close = vi.fn();
  const shown = render(
    <QueryClientProvider client={queries}>
      <Refine jobId="job" index={0} close={close} />
    </QueryClientProvider>,
  );
  const canvas = await screen.findByRole("application");
  canvas.focus();
  return shown;
}

const press = (...keys: string[]) => {
  for (const key of keys) {
    const [last = "", ...held] = key.split("+").reverse();
    const target = document.activeElement ?? document.body;
    fireEvent.keyDown(target, {
      key: last,
      ctrlKey: held.includes("mod"),
      shiftKey: held.includes("shift"),
    });
    fireEvent.keyUp(target, { key: last });
  }
};

/** The strokes, the newest first. */
const listed = () =>
  within(screen.getByRole("region", { name: "Strokes" }))
    .queryAllByRole("listitem")
    .map((row) => row.textContent);

test("a dab by keys is a stroke that is saved with its revision, and the verdict stands there", async () => {
  server.ground.revision = 4;
  server.candidate = candidate({ refined: 4 });
  await open();
  press("x", "ArrowRight", "shift+ArrowUp", "Enter");
  expect(listed()).toEqual([expect.stringContaining("Restore")]);
  server.candidate = candidate({
    passed: false,
    checks: [
      finding(),
      finding({ rule: "halo", name: "No halo", passed: false, figure: "88 %", hint: "Erase it." }),
    ],
  });
  press("mod+s");
  expect(await screen.findByText("1 of 2 checks did not pass")).toBeVisible();
  expect(screen.getByText("No halo").closest("li")).toHaveTextContent("88 %");
  expect(screen.getByText("Erase it.")).toBeVisible();
  expect(server.sent).toEqual([
    {
      strokes: [expect.objectContaining({ tool: "restore", points: [11.5, 0.5, 1] })],
      revision: 4,
    },
  ]);
  expect(screen.getByText("Saved")).toBeVisible();
  expect(screen.getByRole("button", { name: "Save and check" })).toBeDisabled();
});

test("undo, redo and removing go through the list, and a reset is asked for", async () => {
  server.ground.strokes = [DOT];
  await open();
  press("Enter");
  expect(listed()).toHaveLength(2);
  press("mod+z");
  expect(listed()).toHaveLength(1);
  press("mod+shift+z");
  expect(listed()).toHaveLength(2);
  await userEvent.click(screen.getByRole("radio", { name: /^1/ }));
  press("Delete");
  expect(listed()).toHaveLength(1);
  await userEvent.click(screen.getByRole("button", { name: "Remove all strokes" }));
  const asked = screen.getByRole("dialog", { name: "Remove all strokes?" });
  expect(listed()).toHaveLength(1);
  await userEvent.click(within(asked).getByRole("button", { name: "Remove all strokes" }));
  expect(listed()).toHaveLength(0);
  press("mod+z");
  expect(listed()).toHaveLength(1);
});

test("a pointer draws, and a second finger takes back what the first began", async () => {
  await open();
  const canvas = screen.getByRole("application");
  canvas.setPointerCapture = () => {};
  const point = (kind: string, id: number, x: number, pointerType = "touch") =>
    fireEvent(
      canvas,
      new PointerEvent(kind, { pointerId: id, clientX: x, clientY: 3, pointerType, bubbles: true }),
    );
  point("pointerdown", 1, 2, "mouse");
  point("pointermove", 1, 9, "mouse");
  point("pointerup", 1, 9, "mouse");
  expect(listed()).toHaveLength(1);
  point("pointerdown", 2, 2);
  point("pointerdown", 3, 8);
  point("pointermove", 3, 12);
  point("pointerup", 2, 2);
  point("pointerup", 3, 12);
  expect(listed()).toHaveLength(1);
});

test("who refined it meanwhile is told of, and one's own may go over it with the newest revision", async () => {
  await open();
  press("Enter");
  server.ground = { ...server.ground, strokes: [DOT, DOT], revision: 3 };
  press("mod+s");
  expect(await screen.findByText(/Somebody else refined this candidate/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Save and check" })).toBeDisabled();
  await userEvent.click(screen.getByRole("button", { name: "Save mine over it" }));
  await waitFor(() => expect(server.ground.revision).toBe(4));
  expect(server.sent.at(-1)).toMatchObject({ revision: 3, strokes: [{ tool: "erase" }] });
  await waitFor(() => expect(screen.queryByText(/Somebody else/)).toBeNull());
});

test("theirs can be shown instead, and undo brings one's own back", async () => {
  await open();
  press("Enter");
  server.ground = { ...server.ground, strokes: [DOT, { ...DOT, size: 9 }], revision: 3 };
  press("mod+s");
  await userEvent.click(await screen.findByRole("button", { name: "Show theirs" }));
  await waitFor(() => expect(listed()).toHaveLength(2));
  expect(screen.queryByText(/Somebody else/)).toBeNull();
  press("mod+z");
  expect(listed()).toHaveLength(1);
});

test("with nothing to lose a live change is simply shown", async () => {
  await open();
  server.ground = { ...server.ground, strokes: [DOT], revision: 1 };
  server.candidate = candidate({ refined: 1 });
  queries.setQueriesData<Job>(
    { queryKey: ["job", "job"] },
    (job) => job && withCandidate(job, server.candidate),
  );
  await waitFor(() => expect(listed()).toHaveLength(1));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByText(/You see their strokes now/)).toBeInTheDocument();
});

test("leaving with unsaved strokes is asked about, without any it is not", async () => {
  const { unmount } = await open();
  press("Escape");
  expect(close).toHaveBeenCalledOnce();
  unmount();
  await open();
  press("Enter", "Escape");
  expect(close).not.toHaveBeenCalled();
  const asked = screen.getByRole("dialog", { name: "Leave without saving?" });
  await userEvent.click(within(asked).getByRole("button", { name: "Go on drawing" }));
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  await userEvent.click(screen.getByRole("button", { name: "Leave without saving" }));
  expect(close).toHaveBeenCalledOnce();
  expect(sessionStorage).toHaveLength(0);
});

test("what was not saved is there after a reload", async () => {
  const { unmount } = await open();
  press("Enter");
  fireEvent(window, new Event("pagehide"));
  unmount();
  await open();
  expect(listed()).toHaveLength(1);
  expect(screen.getByRole("button", { name: "Save and check" })).toBeEnabled();
  expect(screen.getByText(/that you had not saved are back/)).toBeInTheDocument();
});

test("a refusal stands there in the server's words, and the strokes stay", async () => {
  await open();
  press("Enter");
  server.refusal = { status: 422, detail: "So many take too long.", hint: "Draw fewer." };
  press("mod+s");
  expect(await screen.findByText("So many take too long.")).toBeVisible();
  expect(screen.getByText("Draw fewer.")).toBeVisible();
  expect(listed()).toHaveLength(1);
  expect(screen.getByRole("button", { name: "Save and check" })).toBeEnabled();
});

test("where the brush is and what lies there is told when it rests", async () => {
  await open();
  press("ArrowRight");
  await waitFor(() => expect(screen.getAllByText("x 11, y 10, alpha 100%")).toHaveLength(2));
});

test.each([
  ["/limit.png", null, "엔진이 그린 만큼만 되돌립니다"],
  [null, "#ffffff", "단색 배경"],
  [null, null, "배경까지 포함해"],
])("what restoring can do is said (%s, %s)", async (limit, background, korean) => {
  language.set("ko");
  server.ground = { ...server.ground, limit, background };
  await open();
  expect(screen.getByText(new RegExp(korean))).toBeVisible();
});

test("a candidate that cannot be refined says why", async () => {
  vi.stubGlobal("fetch", async (request: Request) =>
    request.url.endsWith("refine")
      ? json({ code: "refine-unfinished", detail: "There is no candidate 1.", hint: "" }, 409)
      : server.answer(request),
  );
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queries}>
      <Refine jobId="job" index={0} close={() => {}} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText("There is no candidate 1.")).toBeVisible();
});
