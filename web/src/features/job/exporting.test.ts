import { expect, test, vi } from "vitest";
import { type Candidate, Refused } from "@/shared/api";
import { exportAt, fetchFile, read, takenOf, type Wish, written } from "./exporting";
import { candidate, job } from "./fixtures";

const WISH: Wish = {
  formats: ["png", "psd"],
  size: "2x",
  trimmed: false,
  settings: true,
  originals: false,
};

test("a wish is remembered as it was, and a strange one becomes a plain one", () => {
  expect(read(written(WISH))).toEqual(WISH);
  expect(read("exe,webp 9x a b")).toEqual({
    formats: ["webp"],
    size: "1x",
    trimmed: true,
    settings: false,
    originals: false,
  });
});

test("what was remembered before there were brand pictures still holds", () => {
  expect(read("png,psd 2x whole keep")).toEqual(WISH);
  expect(read(written({ ...WISH, originals: true })).originals).toBe(true);
});

test("originals in place of what was blended are asked for by name", () => {
  expect(exportAt("J", { ...WISH, originals: true })).toMatch(/&settings=keep&assets=exact$/);
});

test("a ZIP holds the chosen ones, else those that passed, else all that is finished", () => {
  const [made, failed, none] = [
    candidate({ index: 0, passed: true }),
    candidate({ index: 1 }),
    candidate({ index: 2, final: null }),
  ];
  const of = (...candidates: Candidate[]) => job({ candidates });
  expect(takenOf(of(made, failed, none), [1, 2])).toEqual([failed]);
  expect(takenOf(of(made, failed, none), [])).toEqual([made]);
  expect(takenOf(of(failed, none), [])).toEqual([failed]);
});

test("the address names formats, sizes and only the candidates that were chosen", () => {
  expect(exportAt("J", WISH, [0, 2])).toBe(
    "/api/jobs/J/export?format=png&format=psd&size=1x&size=2x&trimmed=false&settings=keep&candidate=0&candidate=2",
  );
});

const signal = new AbortController().signal;

test("a file tells how far it has come, and has the server's name for it", async () => {
  vi.spyOn(globalThis, "fetch").mockResolvedValue(
    new Response("12345678", {
      headers: {
        "Content-Length": "8",
        "Content-Disposition": "attachment; filename=\"a.zip\"; filename*=UTF-8''%EC%BB%B5.zip",
      },
    }),
  );
  const told: number[] = [];
  const { blob, name } = await fetchFile("/x", "ko", signal, (share) => told.push(share));
  expect(name).toBe("컵.zip");
  expect(blob.size).toBe(8);
  expect(told.at(-1)).toBe(1);
});

test("a refusal comes with the server's words", async () => {
  const problem = { code: "export-busy", detail: "Others are packing.", hint: "Try again soon." };
  vi.spyOn(globalThis, "fetch").mockResolvedValue(Response.json(problem, { status: 503 }));
  await expect(fetchFile("/x", "en", signal, () => {})).rejects.toThrow(Refused);
  vi.spyOn(globalThis, "fetch").mockResolvedValue(Response.json(problem, { status: 503 }));
  await expect(fetchFile("/x", "en", signal, () => {})).rejects.toThrow("Others are packing.");
});
