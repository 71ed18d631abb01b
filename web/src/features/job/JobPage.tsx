import { ChevronLeft } from "lucide-react";
import { useRef } from "react";
import { Link } from "wouter";
import { type Job, Refused, useJob } from "@/shared/api";
import { useTitle } from "@/shared/title";
import { Refusal } from "@/shared/ui/Refusal";
import { Verdict } from "@/shared/ui/Verdict";
import { useJobNews } from "@/shared/useJobNews";
import { useWords } from "@/shared/words/words";
import { About } from "./About";
import { Acts } from "./Acts";
import { Advance } from "./Advance";
import { Note } from "./Note";
import { Review } from "./Review";

/** One job: its candidates, how each was judged, and everything to take away. */
export default function JobPage({ id }: { id: string }) {
  const { data: job, error, refetch } = useJob(id);
  const exporting = useRef<HTMLDialogElement>(null);
  useTitle(job?.concept ?? "");
  useJobNews(job);
  const gone = error instanceof Refused && error.status === 404;
  if (!job || gone) return error && <Refusal error={error} again={() => refetch()} />;
  const pack = () => exporting.current?.showModal();
  return (
    <>
      <Head job={job} pack={pack} />
      <Review job={job} pack={pack} exporting={exporting} />
      <div className="mt-10 grid gap-x-10 gap-y-8 border-line border-t pt-8 md:grid-cols-2">
        <Note key={job.id} job={job} />
        <About job={job} />
      </div>
    </>
  );
}

function Head({ job, pack }: { job: Job; pack: () => void }) {
  const say = useWords();
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-3 pt-5 pb-5">
      <div className="mr-auto min-w-0 flex-1 max-sm:basis-full">
        <Link
          href="/"
          className="-ml-1 inline-flex min-h-6 items-center text-quiet text-sm hover:text-ink"
        >
          <ChevronLeft aria-hidden className="size-4" />
          {say("nav.history")}
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
        <Acts job={job} pack={pack} />
      </div>
    </div>
  );
}
