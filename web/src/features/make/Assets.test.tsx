import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { Asset, Placed } from "./api";
import { MANY } from "./library";
import Make from "./Make";

const asset = (id: string, name: string, variants = ["default"]): Asset => ({
  id,
  name,
  tags: [],
  hidden: false,
  min_scale: 0.25,
  clear_space: 8,
  added: "",
  changed: "",
  variants: variants.map((variant) => ({
    id: variant,
    hidden: false,
    width: 200,
    height: 100,
    bytes: 1,
    core_share: 1,
    sha256: "",
    added: "",
    picture: `/api/assets/${id}/${variant}.png`,
    core: "",
    thumb: `/api/assets/${id}/${variant}.thumb.webp`,
  })),
});
const placed = (changes: Partial<Placed>): Placed => ({
  index: 0,
  asset: "logo",
  variant: "default",
  x: 100,
  y: 50,
  width: 200,
  height: 100,
  quad: [
    [100, 50],
    [300, 50],
    [300, 150],
    [100, 150],
  ],
  scale: 1,
  rotate: 0,
  tilt: "none",
  stand: "beside",
  blend: "exact",
  clear_space: 8,
  resampled: false,
  picture: "/api/assets/logo/default.thumb.webp",
  ...changes,
});
const fault = (field: string, changes: object = {}) => ({
  field,
  code: "brief-out-of-range",
  message: `${field} is wrong`,
  hint: "Do it otherwise.",
  found: null,
  allowed: null,
  nearest: null,
  line: null,
  column: null,
  ...changes,
});

let library: Asset[];
/** What was looked up last, and what the server says of it. */
let brief: { assets: unknown[]; size_preset: unknown };
let answer: () => { faults?: unknown[]; places?: Placed[] };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/make");
  library = [asset("logo", "Summer logo", ["dark", "default"]), asset("badge", "Badge")];
  brief = { assets: [], size_preset: "" };
  answer = () => ({});
  const checked = () => {
    const { faults = [], places } = answer();
    return {
      ok: faults.length === 0,
      faults,
      notes: [],
      words: [],
      understood: [],
      packs: [],
      width: 1000,
      height: 500,
      layout: places ? { room: { x: 400, y: 40, width: 560, height: 420 }, assets: places } : null,
      candidates: 4,
      engine: "render",
      model: "render",
      estimate: { seconds: null, cost: null, waits_s: null, cold_start_s: null, basis: {} },
    };
  };
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const path = new URL(input instanceof Request ? input.url : input, location.href).pathname;
    if (path === "/api/assets") return Response.json(library);
    if (path !== "/api/briefs/check") return Response.json([]);
    brief = JSON.parse(String(init?.body));
    return Response.json(checked());
  });
});

function show(assets: unknown[] = []) {
  if (assets.length > 0) localStorage.setItem("nukki.make.draft", JSON.stringify({ assets }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Make />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}
const section = () => screen.getByRole("group", { name: /^Brand pictures/ });
const asks = (assets: unknown[]) => waitFor(() => expect(brief.assets).toEqual(assets));

test("an empty library says what it is for, and leads to where one is registered", async () => {
  library = [];
  show();
  expect(await screen.findByText("Your logos and marks, as they are")).toBeVisible();
  const add = screen.getByRole("link", { name: "Add a picture" });
  expect(add).toHaveAttribute("href", "/assets?for=make");
});

test("a picture is chosen from the library, with its settings open, and taken out again", async () => {
  const user = show();
  await user.click(await screen.findByRole("button", { name: "Choose from the library" }));
  expect(screen.queryByRole("searchbox", { name: "Find a brand picture" })).toBeNull();
  await user.click(screen.getByRole("checkbox", { name: /Summer logo/ }));
  expect(within(section()).getByText("1 / 6")).toBeVisible();
  expect(screen.getByRole("radio", { name: "Exact" })).toBeChecked();
  await asks(["logo"]);
  await user.click(screen.getByRole("radio", { name: "dark" }));
  await asks(["logo:dark"]);
  expect(screen.getByRole("radio", { name: "dark" })).toBeChecked();
  await user.click(screen.getByRole("button", { name: /^Remove Summer logo/ }));
  await asks([]);
});

test("among many pictures one is searched for, and six are the most", async () => {
  library = Array.from({ length: MANY + 1 }, (_, place) => asset(`mark-${place}`, `Mark ${place}`));
  const user = show(library.slice(0, 6).map(({ id }) => id));
  await user.click(await screen.findByRole("button", { name: "Choose others" }));
  expect(screen.getByRole("checkbox", { name: /Mark 9/ })).toBeDisabled();
  await user.type(screen.getByRole("searchbox", { name: "Find a brand picture" }), "mark 12");
  expect(screen.getAllByRole("checkbox", { name: /Mark/ })).toHaveLength(1);
  await user.type(screen.getByRole("searchbox", { name: "Find a brand picture" }), "x");
  expect(screen.getByText("No brand picture fits")).toBeVisible();
});

test("the nine places are one group of radio buttons that up and down go through by rows", async () => {
  const user = show(["logo"]);
  const top = await screen.findByRole("radio", { name: "top right" });
  await user.click(top);
  await asks([{ asset: "logo", position: "top-right" }]);
  await user.keyboard("{ArrowDown}");
  await asks([{ asset: "logo", position: "right" }]);
  expect(screen.getByRole("radio", { name: "right" })).toHaveFocus();
  await user.keyboard("{ArrowDown}{ArrowDown}");
  await asks(["logo"]);
});

test("size, turn, tilt and stand are sent as a brief writes them", async () => {
  answer = () => ({ places: [placed({ scale: 0.62, resampled: true })] });
  const user = show(["logo"]);
  await user.click(await screen.findByText("Stand, size, turn"));
  await screen.findAllByText("Resampled · 62%");
  await user.click(within(section()).getByRole("radio", { name: "Own" }));
  await asks([{ asset: "logo", scale: 0.62 }]);
  const size = screen.getByRole("textbox", { name: "Size" });
  await user.clear(size);
  await user.type(size, "37,5");
  await user.click(screen.getByRole("button", { name: "5° to the left" }));
  await user.click(screen.getByRole("radio", { name: "Isometric" }));
  await user.click(screen.getByRole("radio", { name: "Behind" }));
  await user.click(screen.getByRole("radio", { name: "Overlay" }));
  const sent = { asset: "logo", scale: 0.375, rotate: -5, tilt: "iso", stand: "behind" };
  await asks([{ ...sent, blend: "overlay" }]);
});

test("what is not byte for byte is said at the picture and at the button, with the way out", async () => {
  answer = () => ({ places: [placed({ scale: 0.62, resampled: true })] });
  const user = show(["logo"]);
  expect(await screen.findAllByText("Resampled · 62%")).not.toHaveLength(0);
  await user.click(screen.getByRole("button", { name: "Summer logo (Resampled)" }));
  answer = () => ({ places: [placed({})] });
  await user.click(screen.getByRole("button", { name: "Keep every pixel" }));
  await asks([{ asset: "logo", scale: 1 }]);
  await waitFor(() => expect(screen.queryByText("Not byte for byte:")).toBeNull());
});

test("the order says which lies in front, and a button keeps the focus as it moves", async () => {
  const user = show(["logo", "badge"]);
  await user.click(await screen.findByRole("button", { name: "Bring Summer logo forward" }));
  await asks(["badge", "logo"]);
  const forward = screen.getByRole("button", { name: "Bring Summer logo forward" });
  await waitFor(() => expect(forward).toHaveFocus());
  expect(forward).toHaveAttribute("aria-disabled", "true");
});

test("the layout tells each place, and a click in it moves the picture that is open", async () => {
  answer = () => ({ places: [placed({})] });
  show([{ asset: "logo", position: "top-left" }]);
  const frame = await screen.findByRole("img", { name: "Layout. Summer logo: top left, Exact" });
  vi.spyOn(frame, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 300, 150));
  fireEvent.click(frame, { clientX: 290, clientY: 140 });
  await asks([{ asset: "logo", position: "bottom-right" }]);
  expect(screen.getByText("1000 × 500 px")).toBeVisible();
});

test("while a wish cannot be laid out the layout before it stays, and says so", async () => {
  answer = () => ({ places: [placed({})] });
  const user = show(["logo"]);
  await screen.findByText("1000 × 500 px");
  answer = () => ({ faults: [fault("assets[0].position", { nearest: "bottom" })] });
  await user.click(screen.getByRole("radio", { name: "center" }));
  expect(await screen.findByText("As it was before")).toBeVisible();
  answer = () => ({ places: [placed({})] });
  await user.click(screen.getByRole("button", { name: "Move it: bottom" }));
  await asks([{ asset: "logo", position: "bottom" }]);
});

test("a fault stands at its picture alone, and one of them all above them", async () => {
  answer = () => ({
    faults: [fault("assets[1].scale", { nearest: 0.4 }), fault("assets", { nearest: "16:9" })],
  });
  const user = show(["logo", "badge"]);
  const told = await screen.findByText("assets[1].scale is wrong");
  expect(screen.getAllByText("assets[1].scale is wrong")).toHaveLength(1);
  expect(told.closest("ol > li")).toHaveTextContent("Badge");
  expect(section()).toHaveAccessibleDescription(/assets is wrong/);
  await user.click(screen.getByRole("button", { name: "Use 40%" }));
  await asks(["logo", { asset: "badge", scale: 0.4 }]);
  await user.click(await screen.findByRole("button", { name: "Use 1344 × 768" }));
  await waitFor(() => expect(brief.size_preset).toBe("16:9"));
});

test("the library hands a picture over, to what is in the form already", async () => {
  history.replaceState(null, "", "/make?asset=badge");
  show([{ asset: "logo", position: "top" }]);
  await asks([{ asset: "logo", position: "top" }, "badge"]);
  expect(screen.getByText("Brand picture added: badge")).toBeVisible();
  expect(screen.getByRole("button", { expanded: true, name: /Badge/ })).toBeVisible();
});
