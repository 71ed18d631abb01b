import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { language } from "@/shared/preferences";
import { Findings } from "./Findings";
import { finding } from "./fixtures";

test("what did not pass stands first, with its advice and not by colour alone", () => {
  render(
    <Findings
      checks={[
        finding({}),
        finding({ rule: "halo", name: "No halo", passed: false, hint: "Draw again.", low: null }),
      ]}
    />,
  );
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
  render(<Findings checks={[finding(changes)]} />);
  expect(screen.getByRole("listitem")).toHaveTextContent(said);
});

test("limits are said in Korean too", () => {
  language.set("ko");
  render(<Findings checks={[finding({})]} />);
  expect(screen.getByRole("listitem")).toHaveTextContent("12~80 %");
});
