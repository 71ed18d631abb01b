import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { configure, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { useAnnounced } from "@/shared/announce";
import { followKeys } from "@/shared/commands";
import Assets from "./Assets";
import type { Asset, Examined } from "./api";

followKeys();
configure({ asyncUtilTimeout: 4000 }); // names are asked about when typing rests

type Asked = { method: string; path: string; query: URLSearchParams; body: unknown };
type Answer = { status?: number; body: unknown };

/** What the server was asked, what it holds, and what it says of a file by its name. */
let asked: Asked[];
let library: Asset[];
let looks: Record<string, Partial<Examined>>;
let refusal: Answer | null;
let places: boolean;
let uses: number;

const fault = (code: string, message: string, field = "file", nearest: string | null = null) => ({
  field,
  code,
  message,
  hint: `mend ${code}`,
  found: null,
  allowed: null,
  nearest,
  line: null,
  column: null,
});

const assetOf = (id: string, change: Partial<Asset> = {}): Asset => ({
  id,
  name: id,
  tags: [],
  hidden: false,
  min_scale: 0.1,
  clear_space: 0,
  added: "2026-01-31T09:00:00Z",
  changed: "2026-01-31T09:00:00Z",
  variants: ["default", "dark"].map((name) => ({
    id: name,
    hidden: false,
    width: 480,
    height: 200,
    bytes: 12_000,
    core_share: 0.88,
    sha256: "",
    added: "",
    picture: `/api/assets/${id}/${name}.png`,
    core: `/api/assets/${id}/${name}.core.webp`,
    thumb: `/api/assets/${id}/${name}.thumb.webp`,
  })),
  ...change,
});

function examinedOf(query: URLSearchParams): Examined {
  const name = query.get("file") ?? "";
  const found = looks[name] ?? {};
  const faults = (query.has("convert") ? [] : (found.faults ?? [])).filter(
    ({ field, found }) => field !== "id" || found === query.get("id"),
  );
  return {
    width: 480,
    height: 200,
    bytes: 12_000,
    core_share: 0.88,
    core: "data:image/webp;base64,AA",
    remarks: [],
    suggested_id: name.replace(".png", ""),
    suggested_variant: "default",
    ...found,
    faults,
    convertible: faults.length > 0 && found.convertible === true,
    ok: faults.length === 0,
  };
}

/** Three changes, two at a time. */
function logAnswer(query: URLSearchParams): Answer {
  const entry = (revision: number, by: string, message: string) => ({
    revision,
    at: "2026-01-31T09:00:00Z",
    by,
    did: revision === 1 ? "add" : "change",
    asset: "logo",
    variant: null,
    changes: [],
    message,
  });
  const all = [
    entry(3, "session:ann", "hidden"),
    entry(2, "token:ci", "renamed from “a” to “b”"),
    entry(1, "local:local", "registered default"),
  ];
  const older = query.has("before");
  const entries = older ? all.slice(2) : all.slice(0, 2);
  return { body: { entries, next: older ? null : 2, damaged: 1 } };
}

function answer({ method, path, query, body }: Asked): Answer {
  if (path === "/api/models") return { body: [{ capabilities: { assets: places } }] };
  if (path === "/api/assets/log") return logAnswer(query);
  if (path === "/api/jobs") return { body: { jobs: [], next: null, total: uses } };
  if (path === "/api/assets/check") return { body: examinedOf(query) };
  if (path === "/api/assets" && method === "GET") return { body: library };
  if (path === "/api/assets") {
    if (refusal) return refusal;
    const made = assetOf(query.get("id") ?? "", { name: query.get("name") ?? "" });
    library = [made, ...library];
    return { status: 201, body: made };
  }
  const id = path.split("/").at(-1);
  const change = JSON.parse(String(body)) as Partial<Asset>;
  library = library.map((one) =>
    one.id === id ? { ...one, ...change, variants: one.variants } : one,
  );
  return { body: library.find((one) => one.id === id) };
}

beforeEach(() => {
  history.replaceState(null, "", "/assets");
  asked = [];
  library = [assetOf("logo", { name: "여름 로고", tags: ["brand"] })];
  looks = {};
  refusal = null;
  places = false;
  uses = 0;
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const isRequest = input instanceof Request;
    const url = new URL(isRequest ? input.url : input, location.href);
    const one = {
      method: (isRequest ? input.method : init?.method) ?? "GET",
      path: url.pathname,
      query: url.searchParams,
      body: isRequest ? await input.text() : init?.body,
    };
    asked.push(one);
    const { status = 200, body } = answer(one);
    return Response.json(body, { status });
  });
});

function Said() {
  return <output>{useAnnounced()}</output>;
}

async function show() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queries}>
      <Assets />
      <Said />
    </QueryClientProvider>,
  );
  await screen.findByRole("heading", { name: "Assets", level: 1 });
  return userEvent.setup();
}

const file = (name: string) => new File([name], name, { type: "image/png" });
const letGo = (...files: File[]) =>
  fireEvent.drop(screen.getByText("Drop PNGs here"), { dataTransfer: { types: ["Files"], files } });
const row = (name: string) => screen.findByRole("listitem", { name });
const sent = () => asked.filter(({ method, path }) => method === "POST" && path === "/api/assets");

test("a dropped file is checked at once, and nobody above hears of the drop", async () => {
  await show();
  const above = vi.fn();
  addEventListener("drop", above);
  letGo(file("mascot.png"));
  const shown = await row("mascot.png");
  expect(await within(shown).findByText("Ready to register")).toBeVisible();
  expect(within(shown).getByText("88% opaque core")).toBeVisible();
  const name = within(shown).getByLabelText("Name in briefs");
  await waitFor(() => expect(name).toHaveValue("mascot"));
  expect(above).not.toHaveBeenCalled();
  removeEventListener("drop", above);
});

test("a refusal says what to change in the artwork, and offers no name to type", async () => {
  looks["faint.png"] = { faults: [fault("artwork-no-core", "no pixel is fully opaque")] };
  await show();
  letGo(file("faint.png"));
  const shown = await row("faint.png");
  expect(await within(shown).findByText("Cannot be registered as it is")).toBeVisible();
  expect(within(shown).getByText("no pixel is fully opaque")).toBeVisible();
  expect(within(shown).getByText("mend artwork-no-core")).toBeVisible();
  expect(within(shown).queryByRole("textbox")).toBeNull();
});

test("a name that will not do is told as it is typed, with one that would", async () => {
  looks["a.png"] = {
    faults: [{ ...fault("asset-id-form", "not a name", "id", "my-logo"), found: "My Logo" }],
  };
  const user = await show();
  letGo(file("a.png"));
  const name = await within(await row("a.png")).findByLabelText("Name in briefs");
  await user.clear(name);
  await user.type(name, "My Logo");
  const told = await screen.findByText("not a name");
  expect(name).toHaveAccessibleDescription(/not a name/);
  expect(screen.getByRole("button", { name: "Register a.png" })).toBeDisabled();
  await user.click(screen.getByRole("button", { name: "Use my-logo" }));
  expect(name).toHaveValue("my-logo");
  await waitFor(() => expect(told).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole("button", { name: "Register a.png" })).toBeEnabled());
});

test("a file that only its colors stand against can be converted, and is registered as such", async () => {
  looks["p3.png"] = {
    faults: [fault("artwork-profile", "not sRGB")],
    convertible: true,
  };
  const user = await show();
  letGo(file("p3.png"));
  const shown = await row("p3.png");
  expect(await within(shown).findByText("not sRGB")).toBeVisible();
  await user.click(within(shown).getByRole("button", { name: "Convert to sRGB, 8 bits" }));
  await user.click(await within(shown).findByRole("button", { name: "Register p3.png" }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.query.get("convert")).toBe("true");
});

test("what is registered is sent as it came, with all that was typed", async () => {
  const user = await show();
  const dropped = file("mascot.png");
  letGo(dropped);
  const shown = await row("mascot.png");
  await user.type(await within(shown).findByLabelText("Tags, separated by commas"), "a, 여름");
  await user.click(within(shown).getByText("Rules of use"));
  await user.type(within(shown).getByLabelText("Smallest scale"), "0.5");
  await user.type(within(shown).getByLabelText("Clear space in pixels"), "24{Enter}");
  await waitFor(() => expect(screen.queryByText("To register")).toBeNull());
  const [one] = sent();
  expect(one?.body).toBe(dropped);
  expect(one?.query.toString()).toBe(
    new URLSearchParams([
      ["id", "mascot"],
      ["variant", "default"],
      ["name", "mascot"],
      ["tags", "a"],
      ["tags", "여름"],
      ["min_scale", "0.5"],
      ["clear_space", "24"],
    ]).toString(),
  );
  expect(screen.getByRole("status")).toHaveTextContent("mascot:default is registered");
  expect(await screen.findByRole("link", { name: "mascot" })).toBeVisible();
});

test("several files are registered by one button, an asset before its variants", async () => {
  looks["bad.png"] = { faults: [fault("artwork-deep", "16 bits")] };
  const user = await show();
  letGo(file("peak-dark.png"), file("bad.png"), file("peak.png"));
  await user.click(await screen.findByRole("button", { name: "Register all (2)" }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent().map(({ query }) => `${query.get("id")}:${query.get("variant")}`)).toEqual([
    "peak:default",
    "peak:dark",
  ]);
  expect(await row("bad.png")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("heading", { name: "To register" })).toHaveFocus());
  await user.click(screen.getByRole("button", { name: "Leave out bad.png" }));
  expect(screen.getByLabelText("Choose files")).toHaveFocus();
});

test("what the server refuses at the last moment stays, with its reasons", async () => {
  refusal = {
    status: 422,
    body: { code: "asset-refused", detail: "no", hint: "", faults: [fault("asset-twin", "twin")] },
  };
  const user = await show();
  letGo(file("mascot.png"));
  await user.click(await screen.findByRole("button", { name: "Register mascot.png" }));
  const shown = await row("mascot.png");
  expect(await within(shown).findByText("twin")).toBeVisible();
});

test("the page promises nothing that no model here can do", async () => {
  await show();
  expect(await screen.findByText(/cannot place artwork in pictures yet/)).toBeVisible();
});

test("where a model can place artwork the page says nothing of it", async () => {
  places = true;
  await show();
  await waitFor(() => expect(asked.some(({ path }) => path === "/api/models")).toBe(true));
  await screen.findByRole("link", { name: "여름 로고" });
  expect(screen.queryByText(/cannot place artwork/)).toBeNull();
});

test("an empty library explains what artwork is good", async () => {
  library = [];
  await show();
  expect(await screen.findByText(/PNG with a transparent background, sRGB/)).toBeVisible();
  expect(screen.queryByRole("searchbox")).toBeNull();
});

test("what is hidden leaves the list, is counted, and comes back", async () => {
  const user = await show();
  await user.click(await screen.findByRole("button", { name: "Hide 여름 로고" }));
  await waitFor(() => expect(screen.queryByRole("link", { name: "여름 로고" })).toBeNull());
  expect(screen.getByRole("status")).toHaveTextContent("여름 로고 is hidden");
  await user.click(screen.getByRole("switch", { name: "Hidden (1)" }));
  await user.click(await screen.findByRole("button", { name: "Restore 여름 로고" }));
  expect(await screen.findByRole("button", { name: "Hide 여름 로고" })).toBeVisible();
});

test("the search is a key away, and the address holds what is looked for", async () => {
  library = [...library, assetOf("mascot")];
  const user = await show();
  await screen.findByRole("link", { name: "mascot" });
  await user.keyboard("/");
  expect(screen.getByRole("searchbox")).toHaveFocus();
  await user.keyboard("BRAND");
  await waitFor(() => expect(screen.queryByRole("link", { name: "mascot" })).toBeNull());
  expect(screen.getByText("1 asset")).toBeVisible();
  expect(location.search).toBe("?text=BRAND");
});

test("O shows the opaque core of every picture", async () => {
  const user = await show();
  expect(await screen.findByAltText("여름 로고, dark")).toHaveAttribute(
    "src",
    "/api/assets/logo/dark.thumb.webp",
  );
  await user.keyboard("o");
  expect(await screen.findByAltText("Opaque core of 여름 로고, dark")).toHaveAttribute(
    "src",
    "/api/assets/logo/dark.core.webp",
  );
});

test("one asset opens with its variants, and what is said of it can be changed", async () => {
  const user = await show();
  await user.click(await screen.findByRole("link", { name: "여름 로고" }));
  const sheet = await screen.findByRole("dialog", { name: "여름 로고" });
  expect(location.search).toBe("?asset=logo");
  expect(within(sheet).getAllByRole("link", { name: "Original file" })[1]).toHaveAttribute(
    "href",
    "/api/assets/logo/dark.png",
  );
  const tags = within(sheet).getByLabelText("Tags, separated by commas");
  await user.clear(tags);
  await user.type(tags, "one, two");
  await user.click(within(sheet).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(library[0]?.tags).toEqual(["one", "two"]));
  await user.click(within(sheet).getByRole("button", { name: "Hide logo:dark" }));
  const changes = () => asked.filter(({ method }) => method === "PATCH").map(({ body }) => body);
  await waitFor(() => expect(changes()).toHaveLength(2));
  expect(JSON.parse(String(changes()[1]))).toEqual({ variants: { dark: { hidden: true } } });
});

test("the past of the library is told in sentences, older ones as they are asked for", async () => {
  const user = await show();
  await user.click(screen.getByRole("button", { name: "Changes" }));
  const sheet = await screen.findByRole("dialog", { name: "Changes" });
  expect(location.search).toBe("?log=");
  const lines = () =>
    within(sheet)
      .queryAllByRole("listitem")
      .map((line) => line.textContent);
  await waitFor(() => expect(lines()).toHaveLength(2));
  expect(lines()[0]).toMatch(/^logohiddenSomebody logged in \(ann\) · /);
  expect(lines()[1]).toMatch(/A program \(ci\)/);
  expect(within(sheet).getByText("Lines of the log that cannot be read: 1")).toBeVisible();
  await user.click(within(sheet).getByRole("button", { name: "Older ones" }));
  await waitFor(() => expect(lines()).toHaveLength(3));
  expect(lines()[2]).toMatch(/registered defaultOn this machine/);
  expect(within(sheet).queryByRole("button", { name: "Older ones" })).toBeNull();
});

test("an asset leads on to a brief, and back to every job that it is in", async () => {
  places = true;
  uses = 12;
  history.replaceState(null, "", "/assets?asset=logo");
  await show();
  const sheet = await screen.findByRole("dialog", { name: "여름 로고" });
  const to = async (name: string) =>
    (await within(sheet).findByRole("link", { name })).getAttribute("href");
  expect(await to("Make something with it")).toBe("/make?asset=logo");
  expect(await to("Used in 12 jobs")).toBe("/?text=logo%3A");
  expect(asked.find(({ path }) => path === "/api/jobs")?.query.get("text")).toBe("logo:");
});

test("its own changes are asked for when somebody opens them", async () => {
  history.replaceState(null, "", "/assets?asset=logo");
  const user = await show();
  const sheet = await screen.findByRole("dialog", { name: "여름 로고" });
  const logged = () => asked.filter(({ path }) => path === "/api/assets/log");
  expect(logged()).toHaveLength(0);
  await user.click(within(sheet).getByText("Changes"));
  expect(await within(sheet).findByText("renamed from “a” to “b”")).toBeVisible();
  expect(logged()[0]?.query.get("asset")).toBe("logo");
});

test("what rules of use mean is drawn with the sizes that they come to", async () => {
  history.replaceState(null, "", "/assets?asset=logo");
  const user = await show();
  const sheet = await screen.findByRole("dialog", { name: "여름 로고" });
  const drawing = within(sheet).getByRole("figure");
  expect(drawing).toHaveTextContent("Largest 480 × 200");
  expect(drawing).toHaveTextContent("Smallest 48 × 20");
  await user.clear(within(sheet).getByLabelText("Smallest scale"));
  await user.type(within(sheet).getByLabelText("Smallest scale"), "0.25");
  expect(drawing).toHaveTextContent("Smallest 120 × 50");
});

test("who came from a brief finds the way back to it", async () => {
  history.replaceState(null, "", "/assets?for=make");
  await show();
  expect(screen.getByRole("link", { name: "Back to your brief" })).toHaveAttribute(
    "href",
    "/make#make-assets",
  );
});
