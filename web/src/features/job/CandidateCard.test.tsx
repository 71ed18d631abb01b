import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { Candidate } from "@/shared/api";
import { CandidateCard } from "./CandidateCard";
import { candidate, finding, job } from "./fixtures";
import type { Selection } from "./selection";

const JOB = job({ concept: "cup", total: 4 });

function show(changes: Partial<Candidate>, rerun = true) {
  const selection = {
    selected: [],
    has: () => false,
    toggle: vi.fn(),
    extend: vi.fn(),
    set: vi.fn(),
    isStarred: () => false,
    star: vi.fn(),
    noteOf: () => "too cold",
    error: null,
  } satisfies Selection;
  const renew = vi.fn();
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  queries.setQueryData(["decisions", JOB.id], JOB.decisions);
  render(
    <QueryClientProvider client={queries}>
      <CandidateCard
        job={{ ...JOB, can_rerun: rerun }}
        candidate={candidate({ index: 1, ...changes })}
        selection={selection}
        renew={renew}
      />
    </QueryClientProvider>,
  );
  return { selection, renew };
}

test("three verbs lead to three different things, and say which", async () => {
  const { renew } = show({ seed: 42 });
  const to = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(to("Keep this seed")).toBe(`/make?from=${JOB.id}&seed=42`);
  expect(to("Refine")).toBe(`/jobs/${JOB.id}?candidate=2&refine`);
  await userEvent.click(screen.getByRole("button", { name: "New seed" }));
  expect(renew).toHaveBeenCalledOnce();
});

test("what nothing drew cannot be drawn again, but refined", () => {
  show({}, false);
  expect(screen.queryByRole("button", { name: "New seed" })).toBeNull();
  expect(screen.queryByRole("link", { name: "Keep this seed" })).toBeNull();
  expect(screen.getByRole("link", { name: "Refine" })).toBeVisible();
});

test("one that failed shows its worst figure with the limit, and how many more", () => {
  show({
    checks: [
      finding({
        name: "No halo",
        passed: false,
        measured: 90,
        figure: "90 %",
        low: null,
        high: 60,
      }),
      finding({ name: "Coverage", passed: false, measured: 11, figure: "11 %" }),
    ],
  });
  expect(screen.getByText(/No halo 90 %/)).toHaveTextContent(
    "Did not pass: No halo 90 % (at most 60 %) +1",
  );
});

test("a click with Shift takes all up to it, with Control this one; neither opens it", () => {
  const { selection } = show({});
  const picture = screen.getByRole("link", { name: /candidate 2/ });
  fireEvent.click(picture, { shiftKey: true });
  expect(selection.extend).toHaveBeenCalledWith(1);
  fireEvent.click(picture, { ctrlKey: true });
  expect(selection.toggle).toHaveBeenCalledWith(1);
  fireEvent.click(screen.getByRole("button", { name: "Choose candidate 2" }), { shiftKey: true });
  expect(selection.extend).toHaveBeenCalledTimes(2);
  expect(location.pathname).not.toContain("jobs");
  fireEvent.click(picture);
  expect(location.search).toBe("?candidate=2");
});

test("note and the mark of the brush stand on the card; a candidate without a picture says why", () => {
  show({ refined: 2, final: null, error: { code: "x", message: "The pencil broke.", hint: "" } });
  expect(screen.getByText("too cold")).toBeVisible();
  expect(screen.getByText("Refined")).toBeVisible();
  expect(screen.getByText("The pencil broke.")).toBeVisible();
  expect(screen.queryByRole("button", { name: /Choose/ })).toBeNull();
});
