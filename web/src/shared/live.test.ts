import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Heard, listen } from "./live";

/** The browser's part: what it was asked for, and a way to play the server. */
class Source extends EventTarget {
  static readonly CLOSED = 2;
  static opened: Source[] = [];
  readyState = 1;
  onopen?: () => void;
  onerror?: () => void;
  constructor(readonly url: string) {
    super();
    Source.opened.push(this);
  }
  close() {
    this.readyState = Source.CLOSED;
  }
  say(name: string, lastEventId: string) {
    this.dispatchEvent(Object.assign(new Event(name), { data: "{}", lastEventId }));
  }
  refuse() {
    this.readyState = Source.CLOSED;
    this.onerror?.();
  }
}

let heard: Heard[];
let stop: () => void;
const sources = () => Source.opened;
const last = () => Source.opened.at(-1) as Source;
const begin = () => {
  stop = listen("ko", (what) => heard.push(what));
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", Source);
  vi.stubGlobal("navigator", { ...navigator, locks: undefined });
  Source.opened = [];
  heard = [];
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("it asks in the person's language and tells what comes with its id", () => {
  begin();
  expect(last().url).toBe("/api/events?language=ko");
  last().onopen?.();
  last().say("state", "7");
  expect(heard).toEqual([{ kind: "open" }, { kind: "event", name: "state", id: "7", data: "{}" }]);
});

test("a broken line is the browser's own to mend, a refusal is asked again, less and less often", () => {
  begin();
  last().say("state", "7");
  last().onerror?.();
  expect(heard.at(-1)).toEqual({ kind: "lost" });
  expect(sources()).toHaveLength(1);
  last().refuse();
  expect(heard.at(-1)).toEqual({ kind: "refused" });
  for (const [seconds, count] of [
    [1, 2],
    [2, 3],
    [4, 4],
  ] as const) {
    vi.advanceTimersByTime(seconds * 1000 - 1);
    expect(sources()).toHaveLength(count - 1);
    vi.advanceTimersByTime(1);
    expect(sources()).toHaveLength(count);
    last().refuse();
  }
  expect(last().url).toBe("/api/events?language=ko&after=7");
  vi.advanceTimersByTime(3_600_000);
  const waited = sources().length;
  vi.advanceTimersByTime(30_000);
  expect(sources().length - waited).toBeLessThanOrEqual(1);
});

test("a hidden tab that shares with nobody gives its line up, and goes on where it was", () => {
  begin();
  last().say("state", "7");
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  expect(last().readyState).toBe(Source.CLOSED);
  visibility.mockReturnValue("visible");
  document.dispatchEvent(new Event("visibilitychange"));
  expect(sources()).toHaveLength(2);
  expect(last().url).toContain("after=7");
});

test("another network means another line", () => {
  begin();
  last().say("ready", "3");
  dispatchEvent(new Event("online"));
  expect(sources().map((source) => source.readyState)).toEqual([Source.CLOSED, 1]);
  expect(last().url).toContain("after=3");
});

test("who stops is not called again", () => {
  begin();
  last().refuse();
  stop();
  vi.advanceTimersByTime(60_000);
  expect(sources()).toHaveLength(1);
});
