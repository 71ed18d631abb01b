// Tells a person who looks elsewhere that a job has ended: by a sound and by the system, if asked to.
import { client, type JobCard } from "./api";
import { Remembered } from "./preferences";

type Switch = "on" | "off";
const isSwitch = (text: string): text is Switch => text === "on" || text === "off";
const off = (): Switch => "off";

export const sound = new Remembered<Switch>("nukki.sound", off, isSwitch);
export const system = new Remembered<Switch>("nukki.notify", off, isSwitch);
/** Of which jobs: those that were asked for in this browser, or all. */
export type Whose = "mine" | "all";
export const whose = new Remembered<Whose>(
  "nukki.whose",
  () => "mine",
  (text): text is Whose => text === "mine" || text === "all",
);

const MOST_KEPT = 200;

/** Ids that all tabs of this browser know, the newest last. */
class Ids {
  constructor(private readonly key: string) {}

  has(id: string): boolean {
    return this.read().includes(id);
  }

  add(...ids: string[]): void {
    try {
      const kept = [...this.read().filter((id) => !ids.includes(id)), ...ids].slice(-MOST_KEPT);
      localStorage.setItem(this.key, kept.join(","));
    } catch {
      // a browser that forbids storage knows none
    }
  }

  private read(): string[] {
    try {
      return (localStorage.getItem(this.key) ?? "").split(",").filter(Boolean);
    } catch {
      return [];
    }
  }
}

const asked = new Ids("nukki.asked");
const told = new Ids("nukki.told");

const MAKES = /\/api\/jobs(\/[^/]+\/rerun)?$/;

/** Notes jobs that this browser asked for by a request of its own. */
export const noteAsked = (ids: string[]): void => asked.add(...ids);

/** Notes which jobs this browser asks for through `client`, whoever in it does; call once. */
export function followAsked(): void {
  client.use({
    async onResponse({ request, response }) {
      if (request.method !== "POST" || response.status !== 201) return;
      if (!MAKES.test(new URL(request.url).pathname)) return;
      const made = (await response.clone().json()) as { job_ids?: string[] };
      noteAsked(made.job_ids ?? []);
    },
  });
}

/** Whether a person wants to hear of the end of this job. */
export const isWanted = (job: JobCard): boolean => whose.get() === "all" || asked.has(job.id);

export type Permission = "granted" | "denied" | "default" | "absent";

/** What the system allows; it offers nothing to pages that come over plain http from elsewhere. */
export const permission = (): Permission =>
  "Notification" in window && isSecureContext ? Notification.permission : "absent";

const OTHERS_FIRST_MS = 150;

/** Tells of an end once, in the tab that a person looks at or else in one of the others. `show`
 * is called by the tab that tells. */
export async function tellOnce(job: JobCard, show: () => void): Promise<void> {
  if (!document.hasFocus()) await new Promise((done) => setTimeout(done, OTHERS_FIRST_MS));
  const key = `${job.id}:${job.state}:${job.updated}`;
  const tell = () => {
    if (told.has(key)) return;
    told.add(key);
    show();
  };
  if (!navigator.locks) return tell();
  await navigator.locks.request("nukki.tell", tell);
}

/** By the system's own notification; a click leads to the job. */
export function notify(title: string, body: string, job: JobCard, open: () => void): void {
  const icon = job.thumbs.find(({ url }) => url)?.url ?? "/favicon.svg";
  const shown = new Notification(title, { body, icon, tag: job.id });
  shown.onclick = () => {
    window.focus();
    shown.close();
    open();
  };
}

const TONES = [
  { hertz: 659.3, at: 0 },
  { hertz: 987.8, at: 0.12 },
];
const LONG_S = 0.35;
const LOUD = 0.12;
let audio: AudioContext | undefined;

/** Two short tones, made here. A browser plays none before the first click on the page. */
export function play(): void {
  audio ??= new AudioContext();
  void audio.resume();
  for (const { hertz, at } of TONES) {
    const start = audio.currentTime + at;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(LOUD, start + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + LONG_S);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + LONG_S);
  }
}
