// What happens to the candidate while the brush is over it, for screen readers and for the strokes.
import { useEffect, useRef } from "react";
import { announce } from "@/shared/announce";
import type { Candidate } from "@/shared/api";
import { useWords } from "@/shared/words/words";
import type { Desk } from "./useEdits";

export function useNews(desk: Desk, candidate: Candidate): void {
  const say = useWords();
  const { restored, saving, error, foreign, unsaved } = desk;
  useEffect(() => {
    if (restored) announce(say("refine.kept"));
  }, [restored, say]);
  const latest = useRef({ desk, candidate });
  latest.current = { desk, candidate };
  const was = useRef(false);
  useEffect(() => {
    if (saving) announce(say("refine.saving"));
    else if (was.current) announce(error ? say("refine.failed") : verdict());
    was.current = saving;
    function verdict(): string {
      const { checks } = latest.current.candidate;
      const count = checks.filter((check) => !check.passed).length;
      const total = checks.length;
      if (count === 0) return say("refine.verdict.passed", { total });
      return say(count === 1 ? "refine.verdict.failed.one" : "refine.verdict.failed", {
        count,
        total,
      });
    }
  }, [saving, error, say]);
  // with nothing to lose there is nothing to ask
  const follow = foreign && !unsaved;
  useEffect(() => {
    if (!follow) return;
    latest.current.desk.load();
    announce(say("refine.foreign.loaded"));
  }, [follow, say]);
}
