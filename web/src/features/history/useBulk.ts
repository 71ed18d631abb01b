// One act on many jobs at a time, told as it goes.
import { useEffect, useRef, useState } from "react";
import { announce } from "@/shared/announce";
import type { JobCard } from "@/shared/api";
import { useLanguage } from "@/shared/preferences";
import { useWords } from "@/shared/words/words";
import { type Act, each, type Failure, request } from "./bulk";
import type { Selection } from "./useSelection";

export type Run = { act: Act; through: number; count: number };

export function useBulk(selection: Selection) {
  const say = useWords();
  const language = useLanguage();
  const [run, setRun] = useState<Run | null>(null);
  const [failures, setFailures] = useState<{ act: Act; failed: Failure[] } | null>(null);
  const stopped = useRef(false);
  useEffect(
    () => () => {
      stopped.current = true; // who leaves the list asked for no more of it
    },
    [],
  );
  const begin = async (act: Act, jobs: JobCard[]) => {
    const name = say(`history.bulk.${act}`);
    const count = jobs.length;
    stopped.current = false;
    setFailures(null);
    setRun({ act, through: 0, count });
    let reached = 0;
    const told = (through: number) => {
      reached = through;
      setRun({ act, through, count });
    };
    const failed = await each(jobs, request(act, language), told, () => stopped.current);
    setRun(null);
    setFailures(failed.length > 0 ? { act, failed } : null);
    const done = reached - failed.length;
    if (failed.length > 0) {
      selection.keep((id) => failed.some(({ job }) => job.id === id));
      announce(say("history.bulk.ended.partly", { act: name, count: done, failed: failed.length }));
    } else if (reached < count)
      announce(say("history.bulk.stopped", { act: name, count: reached }));
    else {
      selection.clear();
      announce(say("history.bulk.ended", { act: name, count: done }));
    }
  };
  return {
    run,
    failures,
    begin: (act: Act, jobs: JobCard[]) => void begin(act, jobs),
    stop: () => {
      stopped.current = true;
    },
    dismiss: () => setFailures(null),
  };
}
