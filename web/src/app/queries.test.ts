import { onlineManager } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { newQueries } from "./queries";

afterEach(() => onlineManager.setOnline(true));

test("a server on this machine is asked also when the browser knows of no network", async () => {
  onlineManager.setOnline(false);
  const asked = newQueries().fetchQuery({ queryKey: ["jobs"], queryFn: async () => "all" });
  await expect(asked).resolves.toBe("all");
});

test("what is ordered without a way to the server fails now, and is not sent later", async () => {
  onlineManager.setOnline(false);
  const send = vi.fn(async () => Promise.reject(new TypeError("Failed to fetch")));
  const queries = newQueries();
  const order = queries.defaultMutationOptions({ mutationFn: send });
  const mutation = queries.getMutationCache().build(queries, order);
  await expect(mutation.execute(undefined)).rejects.toThrow("Failed to fetch");
  onlineManager.setOnline(true);
  expect(send).toHaveBeenCalledOnce();
});
