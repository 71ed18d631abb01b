import { expect, test } from "vitest";
import { found, leave } from "./scroll";

test("an entry of the browser's history has its place, and a new one has none", () => {
  history.replaceState(null, "", "/");
  expect(found()).toBeNull();
  leave({ y: 400, place: 7 });
  const before = history.state;
  leave({ y: 800, place: 9 });
  expect(history.state).toEqual(before);
  history.pushState(null, "", "/jobs/a");
  leave({ y: 0, place: 0 });
  expect(history.state).toBeNull();
  history.replaceState(before, "", "/");
  expect(found()).toEqual({ y: 800, place: 9 });
  history.pushState(null, "", "/?text=cup");
  expect(found()).toBeNull();
});
