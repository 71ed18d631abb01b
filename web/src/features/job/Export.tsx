import { useQueryClient } from "@tanstack/react-query";
import { Package } from "lucide-react";
import { type RefObject, useCallback, useEffect, useId, useRef, useState } from "react";
import { announce } from "@/shared/announce";
import type { Job } from "@/shared/api";
import { useLanguage } from "@/shared/preferences";
import { shutBy } from "@/shared/session";
import { useWords } from "@/shared/words/words";
import { ExportBrand } from "./ExportBrand";
import {
  exportAt,
  FORMATS,
  type Format,
  fetchFile,
  formatName,
  save,
  takenOf,
  useWish,
  type Wish,
} from "./exporting";
import type { Selection } from "./selection";
import { Wrong } from "./Wrong";

type Props = { ref: RefObject<HTMLDialogElement | null>; job: Job; selection: Selection };

/** What to pack into a ZIP, and the way of it into a file. What was wished last is remembered. */
export function Export({ ref, job, selection }: Props) {
  const say = useWords();
  const label = useId();
  const [wish, change] = useWish();
  const taken = takenOf(job, selection.selected ?? []);
  // what was wished for another job holds only where something is blended
  const originals = wish.originals && taken.some(({ blended }) => blended);
  const packing = usePacking(exportAt(job.id, { ...wish, originals }, selection.selected));
  const close = () => {
    packing.stop();
    ref.current?.close();
  };
  return (
    <dialog ref={ref} aria-labelledby={label} className="dialog w-full" onClose={packing.stop}>
      <div className="grid gap-4 text-sm">
        <div>
          <h2 id={label} className="font-semibold text-lg">
            {say("export.verb")}
          </h2>
          <Which job={job} selected={selection.selected?.length ?? job.selected} />
        </div>
        <Wishes wish={wish} change={change} />
        <ExportBrand taken={taken} wish={wish} change={change} />
        <Wrong error={packing.error} />
        <div className="flex flex-wrap items-center justify-end gap-2">
          {packing.share !== undefined && <Share share={packing.share} />}
          <button type="button" className="button" onClick={close}>
            {say(packing.share === undefined ? "export.close" : "export.stop")}
          </button>
          <button
            type="button"
            className="button"
            data-kind="first"
            disabled={wish.formats.length === 0 || packing.share !== undefined}
            onClick={packing.start}
          >
            <Package aria-hidden className="size-4" />
            {say(wish.formats.length > 0 ? "export.take" : "export.none")}
          </button>
        </div>
      </div>
    </dialog>
  );
}

/** One packing at a time: `share` is how much has come, 0 while the server packs. */
function usePacking(url: string) {
  const say = useWords();
  const language = useLanguage();
  const queries = useQueryClient();
  const running = useRef<AbortController>(undefined);
  const [share, setShare] = useState<number>();
  const [error, setError] = useState<Error>();
  const stop = useCallback(() => running.current?.abort(), []);
  useEffect(() => stop, [stop]);
  const start = async () => {
    const ending = new AbortController();
    running.current = ending;
    setShare(0);
    setError(undefined);
    try {
      const file = await fetchFile(url, language, ending.signal, setShare);
      save(file);
      announce(say("export.done", { name: file.name }));
    } catch (problem) {
      shutBy(problem, queries);
      if (!ending.signal.aborted) setError(problem as Error);
    } finally {
      setShare(undefined);
    }
  };
  return { start, stop, share, error };
}

function Share({ share }: { share: number }) {
  const say = useWords();
  const label = say(share === 0 ? "export.packing" : "export.coming");
  return (
    <span className="mr-auto flex items-center gap-2 text-quiet" aria-live="polite">
      <progress className="bar w-24" max={1} value={share || undefined} aria-label={label} />
      {label}
    </span>
  );
}

/** Which candidates it will hold: those chosen, else those that passed, else all. */
function Which({ job, selected }: { job: Job; selected: number }) {
  const say = useWords();
  const key = selected ? "export.selected" : job.passed ? "export.passed" : "export.all";
  return (
    <p className="mt-1 text-quiet">{say(key, { count: selected || job.passed || job.done })}</p>
  );
}

function Wishes({ wish, change }: { wish: Wish; change: (change: Partial<Wish>) => void }) {
  const say = useWords();
  const { formats } = wish;
  const toggle = (format: Format, on: boolean) =>
    change({ formats: on ? [...formats, format] : formats.filter((other) => other !== format) });
  return (
    <>
      <fieldset>
        <legend className="mb-1 font-semibold">{say("export.formats")}</legend>
        <div className="grid grid-cols-4 gap-1.5 max-sm:grid-cols-2">
          {FORMATS.map((format) => (
            <Check
              key={format}
              label={formatName(format)}
              checked={formats.includes(format)}
              change={(on) => toggle(format, on)}
            />
          ))}
        </div>
      </fieldset>
      <label className="grid gap-1 font-semibold">
        {say("export.size")}
        <select
          value={wish.size}
          onChange={(event) => change({ size: event.target.value as Wish["size"] })}
          className="field font-normal"
        >
          <option value="1x">{say("export.size.1x")}</option>
          <option value="2x">{say("export.size.2x")}</option>
        </select>
      </label>
      <div className="grid gap-1">
        <Check
          label={say("export.trimmed")}
          checked={wish.trimmed}
          change={(trimmed) => change({ trimmed })}
        />
        <Check
          label={say("export.settings")}
          checked={wish.settings}
          change={(settings) => change({ settings })}
        />
      </div>
    </>
  );
}

type CheckProps = { label: string; checked: boolean; change: (checked: boolean) => void };

function Check({ label, checked, change }: CheckProps) {
  return (
    <label className="flex min-h-7 items-center gap-2">
      <input
        type="checkbox"
        className="size-4 accent-accent"
        checked={checked}
        onChange={(event) => change(event.target.checked)}
      />
      {label}
    </label>
  );
}
