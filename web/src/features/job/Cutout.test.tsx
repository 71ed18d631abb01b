import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Cutout } from "./Cutout";
import { candidate } from "./fixtures";

test("a cutout without doubts says nothing", () => {
  const { container } = render(<Cutout candidate={candidate({})} />);
  expect(container).toBeEmptyDOMElement();
});

test("a doubt stands with its advice", () => {
  const remark = { code: "alpha-unsure", message: "Less sure than usual.", hint: "Look at it." };
  render(<Cutout candidate={candidate({ remarks: [remark] })} />);
  expect(screen.getByRole("listitem")).toHaveTextContent("Less sure than usual. Look at it.");
});

test("a candidate without a picture tells what every strategy answered", () => {
  const tried = [
    { strategy: "segment", accepted: false, code: "x", message: "Nothing here.", hint: "Draw." },
  ];
  render(<Cutout candidate={candidate({ final: null, tried })} />);
  expect(screen.getByRole("listitem")).toHaveTextContent("segmentation: Nothing here. Draw.");
});
