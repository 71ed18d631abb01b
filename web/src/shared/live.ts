// Live events: one connection for all tabs of this browser, taken up again where it broke off.
import type { components } from "./schema";

export type News = components["schemas"]["News"];

/** What comes of the stream, and how the connection does. */
export type Heard =
  | { kind: "open" | "lost" | "refused" }
  | { kind: "event"; name: string; id: string; data: string };

type Hear = (heard: Heard) => void;

/** The names of events; `job` events carry a card, the rest is told apart by name. */
const NAMES = [
  "ready",
  "reset",
  "reindexed",
  "queue",
  "assets",
  "created",
  "state",
  "progress",
  "candidate",
  "refined",
  "note",
  "decided",
  "deleted",
];
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/** Listens to the server until it is ended; a stream that the server refuses is asked for again,
 * less and less often. A broken connection the browser itself takes up again. */
class Connection {
  private source: EventSource | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wait = FIRST_WAIT_MS;

  constructor(
    private readonly language: string,
    private last: string,
    private readonly hear: Hear,
  ) {
    this.open();
    addEventListener("online", this.again);
  }

  end(): void {
    removeEventListener("online", this.again);
    this.source?.close();
    clearTimeout(this.timer);
  }

  /** A network that comes back is often another one, on which the old connection says nothing. */
  private readonly again = (): void => {
    this.source?.close();
    clearTimeout(this.timer);
    this.open();
  };

  private open(): void {
    const asked = new URLSearchParams({ language: this.language });
    if (this.last) asked.set("after", this.last);
    const source = new EventSource(`/api/events?${asked}`);
    this.source = source;
    source.onopen = () => {
      this.wait = FIRST_WAIT_MS;
      this.hear({ kind: "open" });
    };
    source.onerror = () => this.failed(source.readyState === EventSource.CLOSED);
    for (const name of NAMES) {
      source.addEventListener(name, (event: MessageEvent<string>) => {
        this.last = event.lastEventId || this.last;
        this.hear({ kind: "event", name, id: this.last, data: event.data });
      });
    }
  }

  private failed(refused: boolean): void {
    this.hear({ kind: refused ? "refused" : "lost" });
    if (!refused) return;
    this.source?.close();
    this.timer = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT_MS);
  }
}

/** Hears live events in `language`; returns how to stop.
 *
 * A browser opens six connections to a server, and every stream holds one: the tab that has the
 * lock listens for all the others, and when it goes the next one takes over. */
export function listen(language: string, hear: Hear): () => void {
  let last = "";
  const remember: Hear = (heard) => {
    if (heard.kind === "event") last = heard.id;
    hear(heard);
  };
  if (!navigator.locks) return alone(language, remember);

  const name = `nukki.live.${language}`;
  const channel = new BroadcastChannel(name);
  let latest: Heard | undefined;
  let connection: Connection | undefined;
  channel.onmessage = ({ data }: MessageEvent<Heard | "how is it?">) => {
    if (data !== "how is it?") return remember(data);
    if (!connection || !latest) return;
    // a tab that is new must know where to go on, should this one close before anything happens
    channel.postMessage({ kind: "event", name: "ready", id: last, data: "{}" } satisfies Heard);
    channel.postMessage(latest);
  };
  channel.postMessage("how is it?");
  const ended = new AbortController();
  const listening = async () => {
    // its turn came just as it was ended
    if (ended.signal.aborted) return;
    connection = new Connection(language, last, (heard) => {
      if (heard.kind !== "event") latest = heard;
      channel.postMessage(heard);
      remember(heard);
    });
    await new Promise<void>((done) => ended.signal.addEventListener("abort", () => done()));
  };
  navigator.locks.request(name, { signal: ended.signal }, listening).catch(() => {
    // ended while it waited for its turn
  });
  return () => {
    ended.abort();
    connection?.end();
    channel.close();
  };
}

/** Without locks (a page that is not served over HTTPS) a tab listens while it can be seen. */
function alone(language: string, hear: Hear): () => void {
  let last = "";
  let connection: Connection | undefined;
  const turn = () => {
    connection?.end();
    connection = undefined;
    if (document.visibilityState === "hidden") return;
    connection = new Connection(language, last, (heard) => {
      if (heard.kind === "event") last = heard.id;
      hear(heard);
    });
  };
  turn();
  document.addEventListener("visibilitychange", turn);
  return () => {
    document.removeEventListener("visibilitychange", turn);
    connection?.end();
  };
}
