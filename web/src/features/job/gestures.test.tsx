import { fireEvent, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { expect, test } from "vitest";
import { panByKey, useGestures } from "./gestures";
import { Look } from "./look";

function Frame({ look }: { look: Look }) {
  const frame = useRef<HTMLDivElement>(null);
  useGestures(frame, look);
  return (
    <div ref={frame} data-testid="frame">
      <b data-own="">handle</b>
    </div>
  );
}

function shown() {
  const look = new Look();
  look.measure({ width: 1000, height: 1000 }, { width: 540, height: 540 });
  render(<Frame look={look} />);
  return { look, frame: screen.getByTestId("frame") };
}

const pointer = (id: number, x: number, y: number, type = "mouse") => ({
  pointerId: id,
  pointerType: type,
  clientX: x,
  clientY: y,
  button: 0,
});

test("the wheel zooms where the pointer is", () => {
  const { look, frame } = shown();
  fireEvent.wheel(frame, { deltaY: -200, clientX: 270, clientY: 270 });
  expect(look.view.scale).toBeGreaterThan(0.5);
  expect(look.fitted).toBe(false);
});

test("a drag moves the picture, but not one that begins on a handle", () => {
  const { look, frame } = shown();
  look.actual();
  const { x } = look.view;
  fireEvent.pointerDown(frame, pointer(1, 100, 100));
  fireEvent.pointerMove(frame, pointer(1, 130, 100));
  fireEvent.pointerUp(frame, pointer(1, 130, 100));
  expect(look.view.x).toBe(x + 30);
  fireEvent.pointerDown(screen.getByText("handle"), pointer(2, 100, 100));
  fireEvent.pointerMove(frame, pointer(2, 200, 100));
  expect(look.view.x).toBe(x + 30);
});

test("two fingers that part zoom in; one alone leaves the page its scrolling", () => {
  const { look, frame } = shown();
  fireEvent.pointerDown(frame, pointer(1, 200, 270, "touch"));
  fireEvent.pointerMove(frame, pointer(1, 200, 290, "touch"));
  expect(look.fitted).toBe(true);
  fireEvent.pointerDown(frame, pointer(2, 300, 290, "touch"));
  fireEvent.pointerMove(frame, pointer(2, 400, 290, "touch"));
  expect(look.view.scale).toBeCloseTo(1, 5);
});

test("arrow keys move only what is larger than its frame", () => {
  const { look } = shown();
  expect(panByKey(look, "ArrowLeft")).toBe(false);
  look.actual();
  const { x } = look.view;
  expect(panByKey(look, "ArrowLeft")).toBe(true);
  expect(look.view.x).toBe(x + 67.5);
  expect(panByKey(look, "a")).toBe(false);
});
