// The brush at work: the canvas, the tools and strokes beside it, and the verdict.
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { Candidate, Job } from "@/shared/api";
import { BoardSwitch } from "@/shared/ui/BoardSwitch";
import { useWords } from "@/shared/words/words";
import { Ask } from "./Ask";
import type { Refine } from "./api";
import { Foreign } from "./Foreign";
import { Outcome } from "./Outcome";
import type { Pixels } from "./pixels";
import { RembgRefineCanvas } from "./RembgRefineCanvas";
import { StatusBar } from "./StatusBar";
import { StrokeList } from "./StrokeList";
import { Spot } from "./spot";
import { ToolPanel } from "./ToolPanel";
import { TopBar } from "./TopBar";
import { type Bench, useBench } from "./useBench";
import { useHand, useRelease } from "./useHand";
import { useNews } from "./useNews";
import { useRefineCommands } from "./useRefineCommands";

type Props = {
  job: Job;
  candidate: Candidate;
  refine: Refine;
  pixels: Pixels;
  renew: () => Promise<Refine | undefined>;
  close: () => void;
  leave: RefObject<() => void>;
};

export function Workplace({ job, candidate, refine, pixels, renew, close, leave }: Props) {
  const bench = useBench(job.id, candidate, refine, renew);
  const { desk, ask } = bench;
  useNews(desk, candidate);
  const { look } = bench;
  useRelease(
    bench.before,
    useCallback(() => look(false), [look]),
  );
  const out = desk.unsaved ? () => ask("leave") : close;
  useEffect(() => {
    leave.current = out;
  });
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)]">
      <div>
        <TopBar bench={bench} number={candidate.index + 1} concept={job.concept} leave={out} />
        {desk.foreign && desk.unsaved && <Foreign desk={desk} />}
      </div>
      <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] md:grid-cols-[minmax(0,1fr)_17.5rem] lg:grid-cols-[minmax(0,1fr)_20rem] max-md:grid-rows-[minmax(0,1fr)_minmax(0,40dvh)]">
        <Picture bench={bench} number={candidate.index + 1} refine={refine} pixels={pixels} />
        <aside className="grid content-start gap-7 overflow-y-auto border-line bg-panel p-5 max-md:border-t md:border-l">
          <ToolPanel bench={bench} refine={refine} />
          {bench.tools.shown === "cut" && <BoardSwitch palette={job.palette} modal />}
          <Outcome candidate={candidate} desk={desk} />
          <StrokeList bench={bench} />
        </aside>
      </div>
      <Questions bench={bench} close={close} />
    </div>
  );
}

type PictureProps = { bench: Bench; number: number; refine: Refine; pixels: Pixels };

function Picture({ bench, number, refine, pixels }: PictureProps) {
  const say = useWords();
  const [focused, setFocused] = useState(false);
  const [scale, setScale] = useState(1);
  const [spot] = useState(() => new Spot());
  const area = useRef<HTMLElement>(null);
  const hand = useHand(area);
  useRefineCommands({ bench, focused, hand });
  const { canvas, tools, before, picked, desk, draw } = bench;
  useEffect(() => canvas.current?.focus(), [canvas]);
  const { tool, kind } = tools.brush;
  return (
    <section
      ref={area}
      aria-label={say("refine.view")}
      className="grid min-h-0 grid-rows-[minmax(0,1fr)_auto] bg-[oklch(0.8_0_0)] dark:bg-[oklch(0.3_0_0)]"
    >
      <RembgRefineCanvas
        ref={canvas}
        pixels={pixels}
        label={say("refine.canvas", {
          number,
          tool: say(`refine.${tool}`),
          kind: say(`refine.${kind}`),
        })}
        about={say("refine.canvas.keys")}
        focused={setFocused}
        brush={tools.brush}
        shown={tools.shown}
        before={before}
        hand={hand}
        picked={picked}
        strokes={desk.strokes}
        drawn={draw}
        over={spot.set}
        scaled={setScale}
      />
      <StatusBar canvas={canvas} spot={spot} image={refine} scale={scale} />
    </section>
  );
}

function Questions({ bench, close }: { bench: Bench; close: () => void }) {
  const say = useWords();
  const { asking, ask, desk, reset } = bench;
  if (asking === "leave") {
    const leave = () => {
      desk.forget();
      close();
    };
    return (
      <Ask
        title={say("refine.leave.title")}
        text={say("refine.leave.text")}
        yes={say("refine.leave.yes")}
        no={say("refine.leave.no")}
        act={leave}
        closed={() => ask(null)}
      />
    );
  }
  if (asking !== "reset") return null;
  return (
    <Ask
      title={say("refine.reset.title")}
      text={say("refine.reset.text")}
      yes={say("refine.reset")}
      no={say("refine.reset.keep")}
      act={reset}
      closed={() => ask(null)}
    />
  );
}
