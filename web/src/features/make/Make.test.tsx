import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { JobCard } from "@/shared/api";
import { followKeys } from "@/shared/commands";
import { isWanted } from "@/shared/notify";
import type { Checked, Word } from "./api";
import Make from "./Make";

followKeys();

type Asked = { method: string; path: string; body: string; key: string | null };
type Answer = { status?: number; body: unknown } | "lost";

/** What the server was asked, and what it answers besides the usual. */
let asked: Asked[];
let answers: Record<string, (asked: Asked) => Answer>;

const shape = (name: string) => ({
  name,
  label: { en: name, ko: name },
  picture: `/api/shapes/${name}.svg`,
});
const word = (text: string, changes: Partial<Word> = {}): Word => ({
  text,
  start: 0,
  end: text.length,
  kind: "shape",
  shape: shape(text),
  picture: `/api/shapes/${text}.svg`,
  why: `“${text}” is a name`,
  near: [shape("mug"), shape("bowl")],
  ...changes,
});
const checked = (changes: Partial<Checked> = {}): Checked => ({
  ok: true,
  faults: [],
  notes: [],
  words: [word("cup")],
  understood: [],
  material_class: "opaque",
  shadow: "none",
  packs: [],
  width: 1024,
  height: 1024,
  layout: null,
  candidates: 4,
  engine: "render",
  model: "render",
  estimate: {
    seconds: { low: 20, high: 40 },
    per_candidate_s: 8,
    waits_s: null,
    jobs_measured: 2,
    cost: { amount: 0, currency: "USD", per: "job" },
    cold_start_s: null,
    basis: { code: "estimate-measured", message: "From 2 earlier jobs.", hint: "" },
  },
  ...changes,
});
const fault = (field: string, message: string) => ({
  field,
  code: "brief-fault",
  message,
  hint: "Do it otherwise.",
  found: null,
  allowed: null,
  nearest: null,
  line: null,
  column: null,
});
const pack = (id: string, name: string) => ({
  id,
  version: 1,
  name: { en: name, ko: name },
  description: { en: `${name} it is`, ko: `${name}` },
  palette: ["#ff0000"],
  material_class: "opaque",
  shadow_policy: "none",
  renderer: "trace",
  built_in: true,
  samples: [1, 2].map((number) => ({
    name: `${id}-${number}`,
    url: `/api/samples/${id}-${number}.webp`,
    concept: `a ${name} thing ${number}`,
    seed: 7,
    brief: { object_concept: `a ${name} thing ${number}`, style: { style_packs: [id] }, seed: 7 },
  })),
});
const model = {
  id: "render",
  name: { en: "Embedded", ko: "내장" },
  engine: "render",
  available: true,
  default: true,
  capabilities: { prompt: false, negative: false, references: 2, assets: false },
  reason: null,
};
const job = {
  id: "job-1",
  state: "queued",
  concept: "a cup",
  total: 4,
  done: 0,
  passed: 0,
  candidates: [],
  thumbs: [],
  place: { position: 1, starts_s: null, eta_s: null, canceling: false },
  progress: null,
  can_cancel: true,
  error: null,
};
const usual: typeof answers = {
  "POST /api/briefs/check": ({ body }) => ({
    body: checked(JSON.parse(body).object_concept ? {} : { ok: false, words: [], faults: [EMPTY] }),
  }),
  "POST /api/jobs": () => ({ status: 201, body: { job_id: "job-1", job_ids: ["job-1"] } }),
  "GET /api/jobs/job-1": () => ({ body: job }),
  "GET /api/style-packs": () => ({ body: [pack("sp-glass", "Glass"), pack("sp-clay", "Clay")] }),
  "GET /api/models": () => ({ body: [model] }),
  "GET /api/engines": () => ({ body: [{ name: "render", here: true, configured: true }] }),
};
const EMPTY = fault("object_concept", "it is empty");

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/make");
  asked = [];
  answers = { ...usual };
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(
      new URL(input instanceof Request ? input.url : input, location.href),
      {
        ...(input instanceof Request ? { method: input.method, headers: input.headers } : init),
      },
    );
    const one = {
      method: request.method,
      path: new URL(request.url).pathname,
      body: String(init?.body ?? ""),
      key: request.headers.get("Idempotency-Key"),
    };
    asked.push(one);
    const answer = answers[`${one.method} ${one.path}`]?.(one) ?? { status: 404, body: {} };
    if (answer === "lost") throw new TypeError("Failed to fetch");
    return Response.json(answer.body, { status: answer.status ?? 200 });
  });
});

function show() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queries}>
      <Make />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}
const concept = () => screen.getByRole("textbox", { name: "What should be drawn?" });
const made = () => asked.filter(({ method, path }) => method === "POST" && path === "/api/jobs");
const refuse = (...faults: ReturnType<typeof fault>[]): Answer => ({
  status: 422,
  body: { status: 422, code: "brief-invalid", detail: "Not like this.", hint: "", faults },
});

test("a concept and Ctrl+Enter are enough, and the job stands beside the form", async () => {
  const user = show();
  expect(concept()).toHaveFocus();
  await user.keyboard("a cup");
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(await screen.findByRole("heading", { name: "a cup" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Open" })).toHaveAttribute("href", "/jobs/job-1");
  expect(JSON.parse(made()[0]?.body ?? "").object_concept).toBe("a cup");
  expect(isWanted({ id: "job-1" } as JobCard)).toBe(true);
  expect(concept()).toHaveValue("a cup");
});

test("each word shows what it became, and what it would take stands at the button", async () => {
  const user = show();
  await user.keyboard("a cup");
  const row = await screen.findByText("“cup” is a name");
  expect(row).toBeVisible();
  expect(screen.getByText(/about 20.40 seconds · free of charge/)).toBeVisible();
  expect(screen.getByText("From 2 earlier jobs.")).toBeVisible();
});

test("another shape is picked for a word, and taken back", async () => {
  const user = show();
  await user.keyboard("a cup");
  await user.click(await screen.findByRole("button", { name: "Other shapes for cup" }));
  await user.click(screen.getByRole("button", { name: "Draw cup as: mug" }));
  await waitFor(() => expect(JSON.parse(asked.at(-1)?.body ?? "").shapes).toEqual({ cup: "mug" }));
  await user.click(screen.getByRole("button", { name: "Take back: cup" }));
  await waitFor(() => expect(JSON.parse(asked.at(-1)?.body ?? "").shapes).toEqual({}));
});

test("a double click makes one job", async () => {
  const user = show();
  await user.keyboard("a cup");
  await user.dblClick(screen.getByRole("button", { name: /Make 4/ }));
  await screen.findByRole("link", { name: "Open" });
  expect(made()).toHaveLength(1);
});

test("asked again after a lost answer it is the same request", async () => {
  const user = show();
  await user.keyboard("a cup");
  answers["POST /api/jobs"] = () => "lost";
  const button = screen.getByRole("button", { name: /Make 4/ });
  await user.click(button);
  expect(await screen.findByRole("alert")).toHaveTextContent("The server did not answer.");
  answers["POST /api/jobs"] = usual["POST /api/jobs"] as () => Answer;
  await user.click(button);
  await screen.findByRole("link", { name: "Open" });
  expect(screen.queryByRole("alert")).toBeNull();
  const [first, second] = made();
  expect(first?.key).toMatch(/^make-/);
  expect(second).toEqual(first);
});

test("an empty form is told of only when it is sent, and then at its field", async () => {
  const user = show();
  await waitFor(() => expect(asked.some(({ path }) => path === "/api/briefs/check")).toBe(true));
  expect(screen.queryByText("it is empty")).toBeNull();
  answers["POST /api/jobs"] = () => refuse(EMPTY);
  await user.click(screen.getByRole("button", { name: /Make 4/ }));
  expect(await screen.findByText("it is empty")).toBeVisible();
  expect(concept()).toHaveAttribute("aria-invalid", "true");
  expect(concept()).toHaveAccessibleDescription(/it is empty/);
  await waitFor(() => expect(concept()).toHaveFocus());
});

test("what was wrong with an older text is not told of the one that is typed now", async () => {
  let answer = () => {};
  const user = show();
  await screen.findByText("From 2 earlier jobs.");
  const usualFetch = fetch;
  vi.stubGlobal("fetch", async (input: RequestInfo, init?: RequestInit) => {
    if (String(input).includes("/check")) await new Promise<void>((done) => (answer = done));
    return usualFetch(input, init);
  });
  await user.keyboard("a cup");
  expect(screen.queryByText("it is empty")).not.toBeInTheDocument();
  answer();
});

test("a refusal within the fold opens it, and one of no field stands above the button", async () => {
  const user = show();
  await user.keyboard("a cup");
  answers["POST /api/jobs"] = () => refuse(fault("style.negative", "it cannot"), fault("x", "no"));
  await user.click(screen.getByRole("button", { name: /Make 4/ }));
  const field = screen.getByRole("textbox", { name: "Leave out", hidden: true });
  await waitFor(() => expect(field.closest("details")).toHaveAttribute("open"));
  expect(field).toHaveAccessibleDescription(/it cannot/);
  expect(screen.getByRole("alert")).toHaveTextContent("no");
});

test("packs are chosen in an order that keys can change", async () => {
  const user = show();
  await user.click(await screen.findByRole("checkbox", { name: "Glass" }));
  await user.click(screen.getByRole("checkbox", { name: "Clay" }));
  const later = screen.getByRole("button", { name: "Move Glass back" });
  later.focus();
  await user.keyboard("{Enter}");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(made()).toHaveLength(1));
  expect(JSON.parse(made()[0]?.body ?? "").style.style_packs).toEqual(["sp-clay", "sp-glass"]);
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Move Glass back" })).toHaveFocus(),
  );
});

test("the name below a pack chooses it, as its picture does", async () => {
  const user = show();
  await user.click(await screen.findByText("Glass", { selector: "label" }));
  expect(screen.getByRole("checkbox", { name: "Glass" })).toBeChecked();
  expect(screen.getByRole("button", { name: "About Glass" })).toHaveAttribute(
    "aria-expanded",
    "false",
  );
});

test("the list of packs is filtered by what they say of themselves", async () => {
  const user = show();
  await screen.findByRole("checkbox", { name: "Glass" });
  await user.type(screen.getByRole("searchbox", { name: "Find a style" }), "clay it");
  expect(screen.queryByRole("checkbox", { name: "Glass" })).toBeNull();
  expect(screen.getByRole("checkbox", { name: "Clay" })).toBeVisible();
});

test("a draft survives a reload, and Clear empties it", async () => {
  localStorage.setItem("nukki.make.draft", JSON.stringify({ concept: "유리 물방울", count: 2 }));
  const user = show();
  expect(concept()).toHaveValue("유리 물방울");
  expect(screen.getByRole("button", { name: /Make 2/ })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Clear" }));
  expect(concept()).toHaveValue("");
  expect(concept()).toHaveFocus();
  expect(JSON.parse(localStorage.getItem("nukki.make.draft") ?? "").concept).toBe("");
});

test("a sample fills the form once, says so, and can be undone", async () => {
  localStorage.setItem("nukki.make.draft", JSON.stringify({ concept: "mine" }));
  history.replaceState(null, "", "/make?sample=sp-clay-2");
  const user = show();
  await waitFor(() => expect(concept()).toHaveValue("a Clay thing 2"));
  expect(location.search).toBe("");
  expect(screen.getByText(/Filled with the brief of a sample/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Back to what was there" }));
  expect(concept()).toHaveValue("mine");
});

test("a job fills the form with its seed kept, one candidate, and what differs today", async () => {
  answers["GET /api/jobs/job-1/brief"] = () => ({
    body: {
      brief: { object_concept: "an old cup", candidate_count: 3, seed: "random" },
      seeds: [5, 6, 7],
      differences: [{ code: "recall-pack", message: "Pack Glass is newer.", hint: "" }],
    },
  });
  history.replaceState(null, "", "/make?from=job-1&seed=9223372036854775807");
  show();
  await waitFor(() => expect(concept()).toHaveValue("an old cup"));
  const told = screen.getByText("What would be different today").parentElement as HTMLElement;
  expect(within(told).getByText(/Pack Glass is newer/)).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Seed number" })).toHaveValue("9223372036854775807");
  expect(screen.getByRole("button", { name: /Make 1/ })).toBeVisible();
});

test("what the model cannot do says so instead of taking words for nothing", async () => {
  show();
  const field = screen.getByRole("textbox", { name: "Leave out", hidden: true });
  await waitFor(() => expect(field).toBeDisabled());
  expect(field).toHaveAccessibleDescription("This model cannot be told what to leave out.");
  const assets = screen.getByRole("group", { name: /Brand pictures/, hidden: true });
  expect(assets).toHaveAccessibleDescription(/cannot keep brand pictures/);
});

test("a bare Enter in a small field asks for nothing", async () => {
  const user = show();
  await user.type(screen.getByRole("searchbox", { name: "Find a style" }), "x{Enter}");
  expect(made()).toHaveLength(0);
});

test("for a word without a shape any shape can be looked for", async () => {
  const lost = word("florb", { kind: "unmatched", shape: null, picture: null, near: [] });
  answers["POST /api/briefs/check"] = () => ({ body: checked({ ok: false, words: [lost] }) });
  answers["GET /api/shapes"] = () => ({ body: [{ ...shape("bowl"), score: 1, why: "label" }] });
  const user = show();
  await user.keyboard("florb");
  await user.type(await screen.findByRole("searchbox", { name: /shape for florb/ }), "bo");
  await user.click(await screen.findByRole("button", { name: "Draw florb as: bowl" }));
  await waitFor(() =>
    expect(JSON.parse(asked.at(-1)?.body ?? "").shapes).toEqual({ florb: "bowl" }),
  );
});
