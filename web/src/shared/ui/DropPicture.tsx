// A picture made by Nukki, dropped anywhere in the studio: its settings fill the form.
import { useQueryClient } from "@tanstack/react-query";
import { FileDown, LoaderCircle, TriangleAlert, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { client, Refused, speaking, unpack } from "@/shared/api";
import { bytes } from "@/shared/format";
import { handover } from "@/shared/handover";
import { useLanguage } from "@/shared/preferences";
import { shutBy } from "@/shared/session";
import { useWords } from "@/shared/words/words";

type Notice = { message: string; hint: string };

const MOST_BYTES = 32 * 1024 * 1024; // as the server takes
const GONE_MS = 400; // browsers tell of a drag that goes on at least three times a second

/** Takes what no other target took: those that want files for themselves keep the event. */
export function DropPicture() {
  const [notice, setNotice] = useState<Notice | null>(null);
  const [reading, setReading] = useState("");
  const read = useRead(setReading, setNotice);
  const over = useDrop(read);
  return (
    <>
      {over && <Overlay />}
      {reading && <Reading name={reading} />}
      {notice && <Told {...notice} close={() => setNotice(null)} />}
    </>
  );
}

function useRead(setReading: (name: string) => void, setNotice: (notice: Notice | null) => void) {
  const say = useWords();
  const language = useLanguage();
  const queries = useQueryClient();
  const [, go] = useLocation();
  return async (files: File[]) => {
    const [file] = files;
    if (!file) return;
    const { name } = file;
    const refused = (key: "one" | "kind" | "large" | "none") =>
      setNotice({
        message: say(`drop.${key}`, { name }),
        hint: say(`drop.${key}.hint`, { most: bytes(MOST_BYTES) }),
      });
    setNotice(null);
    if (files.length > 1) return refused("one");
    if (!(await isPng(file))) return refused("kind");
    if (file.size > MOST_BYTES) return refused("large");
    setReading(name);
    try {
      const found = unpack(
        await client.POST("/api/pictures/read", {
          body: file as never,
          bodySerializer: (body: unknown) => body as Blob,
          headers: { ...speaking(language), "Content-Type": "image/png" },
        }),
      );
      const [why] = found.differences;
      if (!found.brief) return why?.hint ? setNotice(why) : refused("none");
      handover.give({ brief: found.brief, told: found.differences });
      go("/make?handed");
    } catch (error) {
      shutBy(error, queries);
      const told = error instanceof Refused && error.message ? error : null;
      setNotice({
        message: told?.message ?? say("drop.failed", { name }),
        hint: told?.hint ?? say("refusal.offline.hint"),
      });
    } finally {
      setReading("");
    }
  };
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** By its first bytes: a name may say anything. */
async function isPng(file: File): Promise<boolean> {
  const first = new Uint8Array(await file.slice(0, SIGNATURE.length).arrayBuffer());
  return SIGNATURE.every((byte, at) => first[at] === byte);
}

/** Whether files are held over the page right now; `take` gets those that are let go. */
function useDrop(take: (files: File[]) => void): boolean {
  const [over, setOver] = useState(false);
  const taken = useRef(take);
  taken.current = take;
  useEffect(() => {
    const ended = new AbortController();
    const options = { signal: ended.signal };
    let own = false; // a picture of the page itself is dragged
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = () => {
      clearTimeout(timer);
      setOver(false);
    };
    const hold = (event: DragEvent) => {
      if (own || event.defaultPrevented || !event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault(); // else the browser opens the file in place of the studio
      const closed = document.querySelector("dialog:modal") !== null;
      event.dataTransfer.dropEffect = closed ? "none" : "copy";
      clearTimeout(timer);
      timer = setTimeout(leave, GONE_MS);
      setOver(!closed);
    };
    const drop = (event: DragEvent) => {
      leave();
      if (own || event.defaultPrevented || !event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      if (document.querySelector("dialog:modal")) return;
      taken.current([...event.dataTransfer.files]);
    };
    addEventListener("dragstart", () => (own = true), options);
    addEventListener("dragend", () => (own = false), options);
    addEventListener("dragover", hold, options);
    addEventListener("drop", drop, options);
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, []);
  return over;
}

/** A frame and a sign; other targets of the page must still be seen. */
function Overlay() {
  const say = useWords();
  return (
    <div className="pointer-events-none fixed inset-2 z-30 grid items-end justify-items-center rounded-3xl border-2 border-accent border-dashed pb-[calc(var(--below,0px)+1rem)]">
      <p className="flex items-center gap-3 rounded-2xl border border-line bg-panel px-5 py-3.5 shadow-xl">
        <FileDown aria-hidden className="size-6 shrink-0 text-accent" />
        <span>
          <span className="block font-semibold">{say("drop.title")}</span>
          <span className="block text-quiet text-sm">{say("drop.text")}</span>
        </span>
      </p>
    </div>
  );
}

const PLACE =
  "fixed inset-x-0 bottom-[calc(var(--below,0px)+1rem)] z-30 mx-auto w-fit max-w-[min(34rem,calc(100vw-1.5rem))] rounded-2xl border border-line bg-panel shadow-xl";

function Reading({ name }: { name: string }) {
  const say = useWords();
  return (
    <p role="status" className={`${PLACE} flex items-center gap-2.5 px-4 py-3 text-sm`}>
      <LoaderCircle aria-hidden className="size-4 shrink-0 text-accent motion-safe:animate-spin" />
      <span className="truncate">{say("drop.reading", { name })}</span>
    </p>
  );
}

function Told({ message, hint, close }: Notice & { close: () => void }) {
  const say = useWords();
  return (
    <div role="alert" className={`${PLACE} flex items-start gap-3 p-4`}>
      <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-bad" />
      <div className="min-w-0 text-sm">
        <p className="break-words font-semibold first-letter:uppercase">{message}</p>
        <p className="mt-0.5 text-quiet first-letter:uppercase">{hint}</p>
      </div>
      <button
        type="button"
        className="-mt-1 -mr-1 grid size-8 shrink-0 place-items-center rounded-lg text-quiet hover:bg-sunk hover:text-ink"
        aria-label={say("drop.dismiss")}
        title={say("drop.dismiss")}
        onClick={close}
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}
