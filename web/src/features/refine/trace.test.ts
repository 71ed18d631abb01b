import { expect, test } from "vitest";
import { outlined, simplified, type Touch, Trace } from "./trace";

const SETTINGS = { tool: "erase", size: 24, hardness: 0.8, opacity: 1 } as const;
const touch = (x: number, y: number, pressure = 1): Touch => ({ x, y, pressure });

test("a click is a stroke of one point", () => {
  const trace = new Trace(SETTINGS);
  expect(trace.add(touch(5.123, 6))).toEqual([
    [5.123, 6, 12],
    [5.123, 6, 12],
  ]);
  expect(trace.done()).toEqual({ ...SETTINGS, kind: "brush", points: [5.12, 6, 1] });
});

test("a pointer that rests adds nothing, and where it ends is kept", () => {
  const trace = new Trace(SETTINGS);
  trace.add(touch(0, 0));
  expect(trace.add(touch(1, 0))).toBeNull();
  expect(trace.add(touch(2.5, 0, 0.5))).toEqual([
    [0, 0, 12],
    [2.5, 0, 6],
  ]);
  expect(trace.add(touch(3, 0, 0.5))).toBeNull();
  expect(trace.done().points).toEqual([0, 0, 1, 2.5, 0, 0.5, 3, 0, 0.5]);
});

test("a straight line needs its ends, whatever number of events it came in", () => {
  const trace = new Trace(SETTINGS);
  for (let x = 0; x <= 1000; x += 3) trace.add(touch(x, x / 2));
  expect(trace.done().points).toEqual([0, 0, 1, 999, 499.5, 1]);
});

test("a circle stays round with far fewer points", () => {
  const circle = Array.from({ length: 2000 }, (_, at) => {
    const angle = (at / 1999) * 2 * Math.PI;
    return [500 + 300 * Math.cos(angle), 500 + 300 * Math.sin(angle)];
  });
  const few = simplified(circle, 0.2);
  expect(few.length).toBeLessThan(150);
  const nearest = Math.min(
    ...few.slice(1).map(([x = 0, y = 0], at) => {
      const [fromX = 0, fromY = 0] = few[at] ?? [];
      return Math.hypot((x + fromX) / 2 - 500, (y + fromY) / 2 - 500);
    }),
  );
  expect(nearest).toBeGreaterThan(299.7);
});

test("a change of pressure on a straight line is kept", () => {
  const trace = new Trace(SETTINGS);
  for (let x = 0; x <= 90; x += 3) trace.add(touch(x, 0, x === 45 ? 0.5 : 1));
  expect(trace.done().points).toContain(0.5);
});

test("a lasso needs an inside", () => {
  expect(outlined([touch(1, 1), touch(5, 5)], SETTINGS)).toBeNull();
  expect(outlined([touch(0, 0), touch(9, 0), touch(9, 9)], SETTINGS)?.points).toEqual([
    0, 0, 9, 0, 9, 9,
  ]);
});
