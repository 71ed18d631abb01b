import { fireEvent, render } from "@testing-library/react";
import { beforeAll, expect, test, vi } from "vitest";
import { type Command, followKeys, keysOf, useCommands, useSilence } from "./commands";

beforeAll(followKeys);

const none = { metaKey: false, ctrlKey: false, altKey: false, shiftKey: false };

test.each([
  [{ key: "b" }, "b"],
  [{ key: "B", shiftKey: true }, "shift+b"],
  [{ key: "?", shiftKey: true }, "?"],
  [{ key: "k", metaKey: true }, "mod+k"],
  [{ key: "k", ctrlKey: true }, "mod+k"],
  [{ key: "ArrowLeft", altKey: true }, "alt+ArrowLeft"],
  [{ key: "ㅂ", code: "KeyQ" }, "q"],
  [{ key: "ㅃ", code: "KeyQ", shiftKey: true }, "shift+q"],
  [{ key: "Process", code: "KeyQ" }, "q"],
  [{ key: "é", code: "Digit2" }, "é"],
])("%o is %s", (pressed, keys) => {
  expect(keysOf({ ...none, ...pressed })).toBe(keys);
});

function Page({ commands }: { commands: Command[] }) {
  useCommands(commands);
  return <input aria-label="words" />;
}

function Gate() {
  useSilence();
  return null;
}

const command = (run: () => void, keys = "q"): Command => ({
  id: `test.${keys}`,
  name: "Test",
  group: "app",
  keys,
  run,
});

test("the last that was shown wins a key, and nobody is heard when it is gone", () => {
  const [below, above] = [vi.fn(), vi.fn()];
  const page = render(<Page commands={[command(below)]} />);
  const over = render(<Page commands={[command(above)]} />);
  fireEvent.keyDown(document.body, { key: "q" });
  over.unmount();
  fireEvent.keyDown(document.body, { key: "q" });
  page.unmount();
  fireEvent.keyDown(document.body, { key: "q" });
  expect([below, above].map((run) => run.mock.calls.length)).toEqual([1, 1]);
});

test("who types is not disturbed, but for keys with a modifier", () => {
  const [plain, mod] = [vi.fn(), vi.fn()];
  const { getByLabelText } = render(<Page commands={[command(plain), command(mod, "mod+k")]} />);
  fireEvent.keyDown(getByLabelText("words"), { key: "q" });
  fireEvent.keyDown(getByLabelText("words"), { key: "k", ctrlKey: true });
  expect([plain, mod].map((run) => run.mock.calls.length)).toEqual([0, 1]);
});

test("no key is heard while the gate is closed", () => {
  const run = vi.fn();
  render(<Page commands={[command(run)]} />);
  const gate = render(<Gate />);
  fireEvent.keyDown(document.body, { key: "q" });
  expect(run).not.toHaveBeenCalled();
  gate.unmount();
  fireEvent.keyDown(document.body, { key: "q" });
  expect(run).toHaveBeenCalledOnce();
});

test("a key does what its command means now, not what it meant when it was first told", () => {
  const [before, now] = [vi.fn(), vi.fn()];
  const page = render(<Page commands={[command(before)]} />);
  page.rerender(<Page commands={[command(now)]} />);
  fireEvent.keyDown(document.body, { key: "q" });
  expect([before, now].map((run) => run.mock.calls.length)).toEqual([0, 1]);
});
