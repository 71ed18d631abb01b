import { beforeEach, expect, test, vi } from "vitest";
import { followPointers, type Heard } from "./pointers";

let canvas: HTMLElement;
let heard: { [name in keyof Heard]: ReturnType<typeof vi.fn> };
let held: boolean;

beforeEach(() => {
  canvas = document.createElement("div");
  canvas.setPointerCapture = () => {};
  held = false;
  heard = {
    hand: vi.fn(() => held),
    begin: vi.fn(),
    draw: vi.fn(),
    end: vi.fn(),
    drop: vi.fn(),
    hover: vi.fn(),
    pan: vi.fn(),
    pinch: vi.fn(),
    zoom: vi.fn(),
  };
  followPointers(canvas, () => 2, heard as unknown as Heard);
});

type Init = PointerEventInit & { x?: number };

const point = (kind: string, { x = 0, ...init }: Init = {}) =>
  canvas.dispatchEvent(
    new PointerEvent(`pointer${kind}`, { clientX: x, clientY: 1, pointerType: "mouse", ...init }),
  );

test("a mouse draws from down to up, in pixels of the device and with full pressure", () => {
  point("down", { x: 3, shiftKey: true });
  point("move", { x: 5 });
  point("up");
  expect(heard.begin).toHaveBeenCalledWith({ x: 6, y: 2, pressure: 1 }, true);
  expect(heard.draw).toHaveBeenCalledWith([{ x: 10, y: 2, pressure: 1 }]);
  expect(heard.end).toHaveBeenCalledOnce();
  point("move", { x: 9 });
  expect(heard.draw).toHaveBeenCalledOnce();
});

test("a pen has its own pressure", () => {
  point("down", { pointerType: "pen", pressure: 0.25 });
  expect(heard.begin).toHaveBeenCalledWith(expect.objectContaining({ pressure: 0.25 }), false);
});

test("with Space or the middle button the picture is moved", () => {
  held = true;
  point("down", { x: 1 });
  point("move", { x: 4 });
  point("up");
  held = false;
  point("down", { x: 1, button: 1 });
  point("move", { x: 0 });
  expect(heard.begin).not.toHaveBeenCalled();
  expect(heard.pan.mock.calls).toEqual([[{ x: 6, y: 0 }], [{ x: -2, y: 0 }]]);
});

test("the right button does nothing", () => {
  point("down", { button: 2 });
  expect(heard.begin).not.toHaveBeenCalled();
});

test("one finger draws, two zoom, and what the first began is taken back", () => {
  point("down", { pointerType: "touch", pointerId: 1, x: 0 });
  point("down", { pointerType: "touch", pointerId: 2, x: 10 });
  point("move", { pointerType: "touch", pointerId: 2, x: 20 });
  expect(heard.begin).toHaveBeenCalledOnce();
  expect(heard.drop).toHaveBeenCalledOnce();
  expect(heard.pinch.mock.calls[0]?.map((pair) => pair.map(({ x }: { x: number }) => x))).toEqual([
    [0, 20],
    [0, 40],
  ]);
  point("up", { pointerType: "touch", pointerId: 2 });
  point("move", { pointerType: "touch", pointerId: 1, x: 5 });
  expect(heard.draw).not.toHaveBeenCalled();
  expect(heard.end).not.toHaveBeenCalled();
});

test("once a pen was seen a hand on the glass moves the picture and does not draw", () => {
  point("down", { pointerType: "pen", pointerId: 1 });
  point("up", { pointerType: "pen", pointerId: 1 });
  point("down", { pointerType: "touch", pointerId: 2, x: 0 });
  point("move", { pointerType: "touch", pointerId: 2, x: 3 });
  expect(heard.begin).toHaveBeenCalledOnce();
  expect(heard.pan).toHaveBeenCalledWith({ x: 6, y: 0 });
});

test("a stroke that the browser takes away is none", () => {
  point("down");
  point("cancel");
  expect(heard.drop).toHaveBeenCalledOnce();
  expect(heard.end).not.toHaveBeenCalled();
});

test("the wheel zooms about the pointer, with Shift it moves sideways", () => {
  // the DOM of the tests knows neither place nor keys of a wheel
  const turn = (init: { shiftKey?: boolean }) =>
    canvas.dispatchEvent(
      Object.assign(new WheelEvent("wheel", { deltaY: 100, cancelable: true }), {
        clientX: 8,
        clientY: 1,
        ...init,
      }),
    );
  turn({});
  turn({ shiftKey: true });
  const [factor, at] = heard.zoom.mock.calls[0] ?? [];
  expect(factor).toBeLessThan(1);
  expect(at.x).toBe(16);
  expect(heard.zoom).toHaveBeenCalledOnce();
  expect(heard.pan).toHaveBeenCalledWith({ x: -200, y: 0 });
});
