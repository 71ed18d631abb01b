import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { Candidate, Finding } from "@/shared/api";
import { language } from "@/shared/preferences";
import { Findings } from "./Findings";
import { brand, candidate, finding, job, picture } from "./fixtures";

const SOUGHT = { shown: null, pinned: null, point: () => {}, pin: vi.fn() };

const show = (checks: Finding[], changes: Partial<Candidate> = {}, rerun = true) => {
  const renew = vi.fn();
  const showPlace = vi.fn();
  render(
    <Findings
      job={job({ can_rerun: rerun })}
      candidate={candidate({ checks, ...changes })}
      renew={renew}
      showPlace={showPlace}
      sought={SOUGHT}
    />,
  );
  return { renew, showPlace };
};

test("what did not pass stands first, with its advice and not by color alone", () => {
  show([
    finding({}),
    finding({ rule: "halo", name: "No halo", passed: false, hint: "Draw again.", low: null }),
  ]);
  const [first, second] = screen.getAllByRole("listitem");
  expect(first).toHaveTextContent("did not pass");
  expect(first).toHaveTextContent("Draw again.");
  expect(second).toHaveTextContent(/^passedCoverage/);
});

test.each([
  [{ low: 12, high: 80 }, "12 to 80 %"],
  [{ low: 41, high: null, unit: "count" }, "at least 41"],
  [{ low: null, high: 68, unit: "levels" }, "at most 68"],
  [{ low: null, high: 0, unit: "px" }, "none allowed"],
])("limits %o read as %s", (changes, said) => {
  show([finding(changes)]);
  expect(screen.getByRole("listitem")).toHaveTextContent(said);
});

test("limits are said in Korean too", () => {
  language.set("ko");
  show([finding({})]);
  expect(screen.getByRole("listitem")).toHaveTextContent("12~80 %");
});

const failed = (act: Finding["act"], marked = false) => finding({ passed: false, act, marked });

test("one button does what the advice says", async () => {
  const { renew } = show([failed("new_seed")]);
  await userEvent.click(screen.getByRole("button", { name: "Draw with a new seed" }));
  expect(renew).toHaveBeenCalledOnce();
});

test.each([
  ["refine", "Refine with the brush", /\/jobs\/.*candidate=1&refine$/],
  ["change_brief", "Change the brief", /^\/make\?from=/],
  ["more_candidates", "More candidates", /^\/make\?from=/],
  ["change_style", "Change the style", /^\/make\?from=/],
] as const)("%s leads to where it is done", (act, name, address) => {
  show([failed(act)]);
  expect(screen.getByRole("link", { name }).getAttribute("href")).toMatch(address);
});

test("a job that nothing drew offers no new seed, and no act no button", () => {
  show(
    [
      { ...failed("new_seed"), rule: "halo" },
      { ...failed(null), rule: "other" },
    ],
    {},
    false,
  );
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.queryByRole("link")).toBeNull();
});

test("a fault with a place shows it, if it was marked", async () => {
  const { showPlace } = show([failed(null, true)], { marks: picture("/marks.png") });
  await userEvent.click(screen.getByRole("button", { name: "Show the place" }));
  expect(showPlace).toHaveBeenCalledOnce();
});

test("a fault of a brand picture shows where that stands, and its act as any other", async () => {
  const check = { ...failed("change_brief"), rule: "asset-overlap", name: "Clear of the object" };
  show([check], { offset: [0, 0], assets: [brand({}), brand({ index: 1, matched: false })] });
  await userEvent.click(screen.getByRole("button", { name: "Find it" }));
  expect(SOUGHT.pin).toHaveBeenCalledWith(1);
  expect(screen.getByRole("link", { name: "Change the brief" })).toBeVisible();
});

test("without a picture there is no place to show", () => {
  const check = { ...failed(null), rule: "asset-core" };
  show([check], { offset: [0, 0], final: null, assets: [brand({})] });
  expect(screen.queryByRole("button", { name: "Find it" })).toBeNull();
});
