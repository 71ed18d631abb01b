import { expect, test } from "vitest";
import { whole } from "./box";
import { painted, rgbOf, type Sources } from "./paint";

const sources = (changes: Partial<Record<"rgba" | "matte" | "base", number[]>> = {}): Sources => {
  const { rgba = [200, 100, 50, 255], matte = [255], base = matte } = changes;
  const plane = (bytes: number[]) => ({
    width: bytes.length,
    height: 1,
    bytes: Uint8Array.from(bytes),
  });
  return {
    drawing: Uint8ClampedArray.from(rgba),
    matte: plane(matte),
    base: plane(base),
    background: null,
  };
};

const one = (view: "cut" | "tint" | "matte", from: Sources) => [
  ...painted(view, from, whole(from.matte.width, 1)),
];

test("cut out, a pixel keeps its color and has the alpha of the matte", () => {
  expect(one("cut", sources({ matte: [77] }))).toEqual([200, 100, 50, 77]);
});

test("where the background is known it is taken out of a soft edge", () => {
  const mixed = sources({ rgba: [228, 178, 153, 255], matte: [128] });
  const [red, green, blue, alpha] = one("cut", { ...mixed, background: [255, 255, 255] });
  expect(red).toBeCloseTo(201, -1);
  expect(green).toBeCloseTo(102, -1);
  expect(blue).toBeCloseTo(52, -1);
  expect(alpha).toBe(128);
});

test("erasing does not change the color of what is left", () => {
  const erased = sources({ rgba: [228, 178, 153, 255], matte: [20], base: [128] });
  const whole = sources({ rgba: [228, 178, 153, 255], matte: [128] });
  const background = [255, 255, 255] as const;
  expect(one("cut", { ...erased, background }).slice(0, 3)).toEqual(
    one("cut", { ...whole, background }).slice(0, 3),
  );
});

test("tinted, what is kept looks as drawn and what is away is red but still to be made out", () => {
  const [kept, dark, light] = [
    sources(),
    sources({ rgba: [0, 0, 0, 255], matte: [0] }),
    sources({ rgba: [255, 255, 255, 255], matte: [0] }),
  ].map((from) => one("tint", from));
  expect(kept).toEqual([200, 100, 50, 255]);
  expect(dark?.[0]).toBeGreaterThan(100);
  expect(dark?.[1]).toBeLessThan(40);
  expect(light?.[1]).toBeGreaterThan((dark?.[1] ?? 0) + 60);
});

test("the matte is alpha as gray, opaque", () => {
  expect(one("matte", sources({ matte: [33] }))).toEqual([33, 33, 33, 255]);
});

test("a box is painted on its own", () => {
  const from = sources({ rgba: Array(12).fill(9), matte: [1, 2, 3] });
  const box = { left: 1, top: 0, right: 3, bottom: 1 };
  expect([...painted("matte", from, box)]).toEqual([2, 2, 2, 255, 3, 3, 3, 255]);
});

test("a color is read, anything else is none", () => {
  expect(rgbOf("#ff8000")).toEqual([255, 128, 0]);
  expect(rgbOf("white")).toBeNull();
  expect(rgbOf(null)).toBeNull();
});
