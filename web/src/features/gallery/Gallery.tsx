import { type JobPage, useJobs } from "@/shared/api";
import { useTitle } from "@/shared/title";
import { BoardSwitch } from "@/shared/ui/BoardSwitch";
import { Refusal } from "@/shared/ui/Refusal";
import { type Say, useWords } from "@/shared/words/words";
import { Card } from "./Card";
import { Empty, Nothing } from "./Empty";
import { Filters } from "./Filters";
import { useFilter } from "./filter";

/** Every job of the storage, newest first, as it comes to be. */
export default function Gallery() {
  const say = useWords();
  const { chosen, choose, filter, isAny } = useFilter();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useJobs(filter);
  useTitle(say("gallery.title"));
  if (error && !data) return <Refusal error={error} again={() => refetch()} />;
  const jobs = data?.pages.flatMap((page) => page.jobs) ?? [];
  const isEmpty = data !== undefined && jobs.length === 0;
  const first = data?.pages[0];
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-3 pt-8 pb-6 sm:gap-x-6">
        <div className="mr-auto flex items-baseline gap-3">
          <h1 className="font-bold text-[1.75rem] leading-tight tracking-tight">
            {say("gallery.title")}
          </h1>
          <p className="text-quiet text-sm tabular-nums" aria-live="polite">
            {first && jobs.length > 0 && counted(first, jobs.length, say)}
          </p>
        </div>
        {jobs.length > 0 && <BoardSwitch />}
        {(jobs.length > 0 || isAny) && <Filters chosen={chosen} choose={choose} />}
      </div>
      {isEmpty && !isAny && <Empty />}
      {isEmpty && isAny && (
        <Nothing clear={() => choose({ text: "", group: "", starred: false })} />
      )}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(17.5rem,100%),1fr))] gap-x-5 gap-y-8">
        {jobs.map((job) => (
          <Card key={job.id} job={job} />
        ))}
      </ul>
      {hasNextPage && (
        <div className="pt-12 text-center">
          <button
            type="button"
            className="button"
            aria-busy={isFetchingNextPage}
            onClick={() => fetchNextPage()}
          >
            {say("gallery.more")}
          </button>
        </div>
      )}
    </>
  );
}

/** How many there are; the server counted before the newest came. */
function counted(first: JobPage, shown: number, say: Say): string {
  const count = Math.max(first.total, shown);
  return say(count === 1 ? "gallery.count.one" : "gallery.count", { count });
}
