import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { App } from "./App";

afterEach(() => vi.unstubAllGlobals());

test("nothing is shown before it is known who asks, and then the gate alone", async () => {
  let answer: (response: Response) => void = () => {};
  const asked = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  const fetched = vi.fn((_request: Request) => asked);
  vi.stubGlobal("fetch", fetched);
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <App />
    </QueryClientProvider>,
  );
  expect(container).toBeEmptyDOMElement();
  answer(Response.json({ gate: true, through: false, ends_s: null }));
  expect(await screen.findByLabelText("Password")).toHaveFocus();
  expect(screen.queryByRole("banner")).not.toBeInTheDocument();
  expect(fetched.mock.calls.map(([{ url }]) => new URL(url).pathname)).toEqual(["/api/session"]);
});
