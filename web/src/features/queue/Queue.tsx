// The queue over any place: what is drawn, what waits and why, and what ended meanwhile.
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { JobCard } from "@/shared/api";
import { useCommands } from "@/shared/commands";
import { Refusal } from "@/shared/ui/Refusal";
import { Sheet } from "@/shared/ui/Sheet";
import { useWords } from "@/shared/words/words";
import { Drawn, Ended, Waiting } from "./Entry";
import { isDrawn, type Line, sorted, useLine } from "./line";

export default function Queue({ closed }: { closed: () => void }) {
  const say = useWords();
  const { data: line, error, refetch } = useLine();
  // the key that opened it closes it
  useCommands([
    {
      id: "queue.close",
      name: say("queue.close"),
      group: "app",
      keys: "q",
      modal: true,
      run: closed,
    },
  ]);
  return (
    <Sheet
      kind="side"
      title={say("queue.title")}
      about={line && <Counts line={line} />}
      closed={closed}
    >
      <div className="grid flex-1 content-start gap-7 overflow-y-auto px-5 pt-2 pb-8">
        {line ? <Shown line={line} /> : error && <Refusal error={error} again={() => refetch()} />}
      </div>
    </Sheet>
  );
}

function Counts({ line }: { line: Line }) {
  const say = useWords();
  const drawn = line.active.filter(isDrawn).length;
  const waiting = line.active.length - drawn + line.beyond;
  return (
    <p className="text-quiet text-sm tabular-nums" aria-live="polite">
      {say("queue.counts", { drawn, waiting })}
    </p>
  );
}

function Shown({ line }: { line: Line }) {
  const say = useWords();
  const all = sorted(line.active);
  const drawn = all.filter(isDrawn);
  const waiting = all.filter((job) => !isDrawn(job));
  return (
    <>
      {all.length === 0 && <Nothing />}
      <Part title={say("queue.drawn")} jobs={drawn} row={(job) => <Drawn job={job} />} />
      <Part
        title={say("queue.waiting")}
        about={<Why waiting={waiting} />}
        jobs={waiting}
        row={(job) => <Waiting job={job} />}
        more={line.beyond > 0 && say("queue.beyond", { count: line.beyond })}
      />
      <Part title={say("queue.ended")} jobs={line.ended} row={(job) => <Ended job={job} />} />
    </>
  );
}

type PartProps = {
  title: string;
  about?: ReactNode;
  jobs: JobCard[];
  row: (job: JobCard) => ReactNode;
  more?: string | false;
};

function Part({ title, about, jobs, row, more }: PartProps) {
  if (jobs.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="font-semibold text-sm">{title}</h3>
      {about}
      <ol className="mt-2 grid gap-2">
        {jobs.map((job) => (
          <li key={job.id}>{row(job)}</li>
        ))}
      </ol>
      {more && <p className="mt-2 text-quiet text-sm">{more}</p>}
    </section>
  );
}

/** Why nothing of it begins now. */
function Why({ waiting }: { waiting: JobCard[] }) {
  const say = useWords();
  const engines = new Set(waiting.map((job) => job.engine)).size;
  const known = waiting.some((job) => typeof job.place?.starts_s === "number");
  return (
    <p className="mt-0.5 text-quiet text-sm">
      {say(engines > 1 ? "queue.why.each" : "queue.why")}{" "}
      {say(known ? "queue.why.times" : "queue.why.unknown")}
    </p>
  );
}

function Nothing() {
  const say = useWords();
  return (
    <div className="grid justify-items-center gap-3 rounded-xl bg-sunk px-6 py-8 text-center">
      <p className="text-quiet text-sm">{say("queue.nothing")}</p>
      <Link href="/make" className="button">
        {say("nav.make")}
      </Link>
    </div>
  );
}
