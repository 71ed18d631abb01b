import { ChevronLeft } from "lucide-react";
import { Link, useSearchParams } from "wouter";
import { type Job, Refused, useJob } from "@/shared/api";
import { useKeys } from "@/shared/keys";
import { isFinished } from "@/shared/news";
import { useTitle } from "@/shared/title";
import { BoardSwitch } from "@/shared/ui/BoardSwitch";
import { Refusal } from "@/shared/ui/Refusal";
import { Verdict } from "@/shared/ui/Verdict";
import { useWords } from "@/shared/words/words";
import { About } from "./About";
import { Acts } from "./Acts";
import { Advance } from "./Advance";
import { Cutout } from "./Cutout";
import { Downloads } from "./Downloads";
import { Filmstrip } from "./Filmstrip";
import { Findings } from "./Findings";
import { Note } from "./Note";
import { Seed } from "./Seed";
import { Stage, Waiting } from "./Stage";
import { useNews } from "./useNews";

/** One job: its candidates large, how each was judged, and everything to take away. */
export default function JobPage({ id }: { id: string }) {
  const say = useWords();
  const { data: job, error, refetch } = useJob(id);
  useTitle(job?.concept ?? "");
  useNews(job);
  const gone = error instanceof Refused && error.status === 404;
  if (!job || gone) return error && <Refusal error={error} again={() => refetch()} />;
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3 pt-5 pb-6">
        <div className="mr-auto min-w-0 flex-1 max-sm:basis-full">
          <Link
            href="/"
            className="-ml-1 inline-flex min-h-6 items-center text-quiet text-sm hover:text-ink"
          >
            <ChevronLeft aria-hidden className="size-4" />
            {say("job.back")}
          </Link>
          <h1 className="font-bold text-2xl leading-tight tracking-tight sm:text-[1.75rem]">
            {job.concept || say("job.no-concept")}
          </h1>
          <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
            <Verdict job={job} />
            <Advance job={job} />
          </div>
        </div>
        <div className="sm:pt-6">
          <Acts job={job} />
        </div>
      </div>
      <Review job={job} />
    </>
  );
}

function Review({ job }: { job: Job }) {
  const say = useWords();
  const [search, setSearch] = useSearchParams();
  const { candidates } = job;
  const wanted = candidates.findIndex((item) => String(item.index + 1) === search.get("candidate"));
  const first = Math.max(
    0,
    candidates.findIndex((item) => item.passed),
  );
  const at = wanted >= 0 ? wanted : first;
  const choose = (place: number) => {
    const found = candidates[place];
    if (found) setSearch({ candidate: String(found.index + 1) }, { replace: true });
  };
  useKeys([
    ["ArrowLeft", () => choose(at - 1)],
    ["ArrowRight", () => choose(at + 1)],
  ]);
  const candidate = candidates[at];

  return (
    <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
      <section aria-label={say("job.candidates")} className="grid gap-4 lg:sticky lg:top-20">
        {candidate ? <Stage job={job} candidate={candidate} /> : <Waiting job={job} />}
        <div className="flex flex-wrap items-center justify-between gap-4">
          <Filmstrip
            candidates={candidates}
            coming={isFinished(job) ? 0 : job.total - candidates.length}
            chosen={at}
            choose={choose}
          />
          <BoardSwitch palette={job.palette} />
        </div>
      </section>
      <div className="grid gap-8">
        {candidate && <Seed candidate={candidate} job={job} />}
        {candidate && <Downloads job={job} candidate={candidate} />}
        {candidate && candidate.checks.length > 0 && <Findings checks={candidate.checks} />}
        {candidate && <Cutout candidate={candidate} />}
        <Note key={job.id} job={job} />
        <About job={job} candidate={candidate} />
      </div>
    </div>
  );
}
