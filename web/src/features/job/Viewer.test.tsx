import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Job } from "@/shared/api";
import { followKeys } from "@/shared/commands";
import { board } from "@/shared/preferences";
import { brand, candidate, job, layer, picture } from "./fixtures";
import { Large } from "./Large";

followKeys();

const PLAIN = job({
  total: 2,
  candidates: [0, 1].map((index) =>
    candidate({
      index,
      final: picture(`/final/${index}.png`, 40, 30),
      drawing: picture(`/drawing/${index}.png`, 64, 64),
      offset: [10, 12],
      marks: picture("/marks.png", 20, 15),
      timings: { "draw.model": 1, "draw.light": 2, alpha: 0.3, odd: 12 },
    }),
  ),
});

const BRANDED = job({
  total: 1,
  candidates: [
    candidate({
      final: picture("/final/0.png"),
      offset: [10, 12],
      blended: true,
      layers: [layer("object")],
      assets: [
        brand({ given: "overlay", layers: [layer("asset0"), layer("asset0-lit")] }),
        brand({ index: 1, asset: "seal", x: 2, y: 3, moved: [-5, 2] }),
      ],
    }),
  ],
});

function show(JOB: Job = PLAIN) {
  const selection = {
    selected: [1],
    has: () => false,
    toggle: () => {},
    extend: () => {},
    set: () => {},
    isStarred: () => false,
    star: () => {},
    noteOf: () => "",
    error: null,
  };
  const doing = { selection, renew: () => {}, pack: () => {} };
  const [first] = JOB.candidates;
  if (!first) throw new Error("no candidate");
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  queries.setQueryData(["decisions", JOB.id], JOB.decisions);
  render(
    <QueryClientProvider client={queries}>
      <Large job={JOB} at={0} candidate={first} doing={doing} />
    </QueryClientProvider>,
  );
}

const urls = () =>
  [...document.querySelectorAll("[data-pane] img")].map((image) => image.getAttribute("src"));

test("a candidate is compared with its drawing, laid where it was cut from", async () => {
  show();
  expect(urls()).toEqual(["/final/0.png"]);
  await userEvent.click(screen.getByRole("button", { name: "Compare" }));
  expect(urls()).toEqual(["/final/0.png", "/drawing/0.png"]);
  const [final, drawing] = document.querySelectorAll<HTMLElement>("[data-pane] img");
  expect([final?.style.left, final?.style.top]).toEqual(["10px", "12px"]);
  expect([drawing?.style.left, drawing?.style.top]).toEqual(["0px", "0px"]);
});

test("the line between two pictures is a slider that keys move", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Compare" }));
  const slider = screen.getByRole("slider", { name: /line between/ });
  fireEvent.change(slider, { target: { value: "0.25" } });
  expect(slider.parentElement?.style.getPropertyValue("--split")).toBe("0.25");
});

test("side by side there are two windows, and another candidate may be in the second", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Compare" }));
  await userEvent.click(screen.getByRole("radio", { name: "Side by side" }));
  await userEvent.selectOptions(screen.getByLabelText("With"), "Candidate 2");
  expect(document.querySelectorAll("[data-pane]")).toHaveLength(2);
  expect(urls()).toEqual(["/final/0.png", "/final/1.png"]);
});

test("marks lie over the picture, at its size", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Marks" }));
  expect(urls()).toEqual(["/final/0.png", "/marks.png"]);
  const marks = document.querySelector<HTMLElement>("img[src='/marks.png']");
  expect([marks?.style.width, marks?.style.height]).toEqual(["40px", "30px"]);
});

test("in a chat the picture is a sticker on both sides", () => {
  board.set("chat-dark");
  show();
  expect(urls()).toEqual(["/final/0.png", "/final/0.png"]);
  expect(screen.getByText("How about this one for the banner?")).toBeVisible();
});

test("time is told by named stages, and an engine's own by its own name", () => {
  show();
  expect(screen.getByText("Drawing").parentElement).toHaveTextContent("3.0 s");
  expect(screen.getByText("Cutting out").parentElement).toHaveTextContent("0.3 s");
  expect(screen.getByText("odd").parentElement).toHaveTextContent("12 s");
});

test("the address may ask for one candidate beside another", () => {
  history.replaceState(null, "", "?candidate=1&with=2");
  show();
  history.replaceState(null, "", "?");
  expect(urls()).toEqual(["/final/0.png", "/final/1.png"]);
});

test("a photo dropped on the picture is taken, a PNG is left to whoever reads its settings", () => {
  show();
  const stage = screen.getByRole("group", { name: /^Picture/ });
  const drop = (type: string) => {
    const file = new File(["x"], "x", { type });
    const event = createEvent.drop(stage);
    Object.assign(event, { dataTransfer: { items: [{ kind: "file", type }], files: [file] } });
    fireEvent(stage, event);
    return event.defaultPrevented;
  };
  expect(drop("image/jpeg")).toBe(true);
  expect(drop("image/png")).toBe(false);
});

const bar = () => screen.queryByRole("group", { name: "Layers" });
const layersOf = () => [...(bar()?.querySelectorAll("label") ?? [])].map((one) => one.textContent);
const lone = job({
  ...BRANDED,
  candidates: BRANDED.candidates.map((one) => ({ ...one, assets: one.assets.slice(0, 1) })),
});

test("each kind of layer is seen alone, by its name and by L", async () => {
  show(lone);
  await userEvent.click(screen.getByRole("button", { name: "Layers" }));
  expect(layersOf()).toEqual(["Finished", "Unblended", "Object", "Brand pictures"]);
  expect(urls()).toEqual(["/final/0.png"]);
  await userEvent.click(screen.getByRole("radio", { name: "Brand pictures" }));
  expect(urls()).toEqual(["/asset0-lit.png"]);
  await userEvent.keyboard("l");
  expect(urls()).toEqual(["/final/0.png"]);
});

test("X shows brand pictures unblended, and blended again", async () => {
  show(lone);
  await userEvent.keyboard("x");
  expect(urls()).toEqual(["/object.png", "/asset0.png"]);
  expect(screen.getByRole("radio", { name: "Unblended" })).toBeChecked();
  await userEvent.keyboard("x");
  expect(urls()).toEqual(["/final/0.png"]);
});

test("X that is held only shows, and repeats of it are not heard", () => {
  show(lone);
  const at = { timeStamp: 0 };
  const key = (kind: "keydown" | "keyup", timeStamp: number, repeat = false) =>
    fireEvent(
      document.body,
      Object.defineProperty(
        new KeyboardEvent(kind, { key: "x", bubbles: true, cancelable: true, repeat }),
        "timeStamp",
        { value: timeStamp },
      ),
    );
  key("keydown", at.timeStamp);
  key("keydown", 300, true);
  expect(urls()).toEqual(["/object.png", "/asset0.png"]);
  key("keyup", 900);
  expect(urls()).toEqual(["/final/0.png"]);
  expect(bar()).toBeNull();
});

test("layers and a comparison take turns", async () => {
  show(
    job({
      ...lone,
      candidates: lone.candidates.map((one) => ({
        ...one,
        drawing: picture("/drawing.png", 64, 64),
      })),
    }),
  );
  await userEvent.click(screen.getByRole("button", { name: "Layers" }));
  await userEvent.click(screen.getByRole("button", { name: "Compare" }));
  expect(screen.queryByRole("radio", { name: "Object" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Layers" }));
  expect(screen.queryByRole("radio", { name: "Slider" })).toBeNull();
});

test("a brand picture is outlined while its row is pointed at, and stays when it is pinned", async () => {
  const user = userEvent.setup();
  show(BRANDED);
  const found = () => screen.queryByTestId("brand-outline");
  const [row] = screen
    .getAllByRole("listitem")
    .filter((item) => item.textContent?.startsWith("seal"));
  if (!row) throw new Error("no row");
  await user.hover(row);
  expect([found()?.style.left, found()?.style.top]).toEqual(["-8px", "-9px"]);
  await user.unhover(row);
  expect(found()).toBeNull();
  const pin = screen.getByRole("button", { name: /Find it.*logo/ });
  await user.click(pin);
  expect(pin).toHaveAttribute("aria-pressed", "true");
  await user.unhover(pin);
  expect([found()?.style.left, found()?.style.top]).toEqual(["2px", "2px"]);
  await user.click(pin);
  expect(found()).toBeNull();
});
