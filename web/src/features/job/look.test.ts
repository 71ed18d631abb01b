import { expect, test, vi } from "vitest";
import { Look } from "./look";

const SIZE = { width: 1000, height: 1000 };
const FRAME = { width: 540, height: 540 };

function looking(): Look {
  const look = new Look();
  look.measure(SIZE, FRAME);
  return look;
}

test("all of the picture is shown, also when the window grows", () => {
  const look = looking();
  expect(look.view).toEqual({ scale: 0.5, x: 20, y: 20 });
  look.measure(SIZE, { width: 740, height: 740 });
  expect(look.view.scale).toBe(0.7);
});

test("who zoomed in stays there when the next candidate comes, whatever its size", () => {
  const look = looking();
  look.actual();
  look.pan(-100, 0);
  const { x, y, scale } = look.view;
  look.measure({ width: 900, height: 1000 }, FRAME);
  expect(look.view).toEqual({ scale, x: x + 50, y });
  expect(look.fitted).toBe(false);
  look.fit();
  expect(look.fitted).toBe(true);
});

test("many moves within a frame are painted once, the last of them", async () => {
  const look = looking();
  await new Promise(requestAnimationFrame);
  const painter = vi.fn();
  look.paint(painter);
  for (let move = 0; move < 50; move += 1) look.zoom(1.01);
  expect(painter).toHaveBeenCalledTimes(1);
  await new Promise(requestAnimationFrame);
  expect(painter).toHaveBeenCalledTimes(2);
});

test("who listens hears of a new size, not of each move", () => {
  const look = looking();
  const listener = vi.fn();
  look.listen(listener);
  look.pan(5, 5);
  expect(listener).not.toHaveBeenCalled();
  look.closer();
  expect(listener).toHaveBeenCalledTimes(1);
  expect(look.percent()).toBe(63);
});

test("a place is brought near, into the middle", () => {
  const look = looking();
  look.show({ x: 250, y: 250 });
  expect(look.view).toEqual({ scale: 2, x: 270 - 500, y: 270 - 500 });
});
