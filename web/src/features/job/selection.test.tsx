import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { candidate, job } from "./fixtures";
import { useSelection } from "./selection";

const CANDIDATES = [0, 1, 2, 3].map((index) => candidate({ index }));
const JOB = job({ candidates: CANDIDATES });
const sent: unknown[] = [];
const decided = { version: 0, selected: [] as number[], starred: false, note: "", candidates: {} };

/** A server that keeps what it is told, and answers after a moment. */
beforeEach(() => {
  sent.length = 0;
  const kept = structuredClone(decided);
  vi.spyOn(globalThis, "fetch").mockImplementation(async (request) => {
    const asked = request as Request;
    if (asked.method === "PATCH") {
      const body = await asked.json();
      sent.push(body);
      await new Promise((resolve) => setTimeout(resolve, 10));
      Object.assign(kept, { ...body, version: kept.version + 1 });
    }
    return Response.json(kept);
  });
});

async function selecting() {
  const queries = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useSelection(JOB), { wrapper });
  await waitFor(() => expect(result.current.selected).toEqual([]));
  return result;
}

test("candidates chosen faster than the server answers are all chosen", async () => {
  const result = await selecting();
  act(() => result.current.toggle(0));
  await waitFor(() => expect(result.current.selected).toEqual([0]));
  act(() => result.current.toggle(2));
  await waitFor(() => expect(result.current.selected).toEqual([0, 2]));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ selected: [0, 2] });
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(result.current.selected).toEqual([0, 2]);
});

test("Shift takes all from the last that was chosen", async () => {
  const result = await selecting();
  act(() => result.current.toggle(3));
  await waitFor(() => expect(result.current.selected).toEqual([3]));
  act(() => result.current.extend(1));
  await waitFor(() => expect(result.current.selected).toEqual([1, 2, 3]));
});

test("a star is shown at once and sent alone", async () => {
  const result = await selecting();
  act(() => result.current.star([1, 2], true));
  await waitFor(() => expect(result.current.isStarred(2)).toBe(true));
  await waitFor(() =>
    expect(sent[0]).toEqual({ candidates: { 1: { starred: true }, 2: { starred: true } } }),
  );
});
