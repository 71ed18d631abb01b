import { useJobs } from "@/shared/api";
import { useTitle } from "@/shared/title";
import { BoardSwitch } from "@/shared/ui/BoardSwitch";
import { Refusal } from "@/shared/ui/Refusal";
import { Reload } from "@/shared/ui/Reload";
import { useWords } from "@/shared/words/words";
import { Card } from "./Card";
import { Empty } from "./Empty";

/** Every job of the storage, newest first. */
export default function Gallery() {
  const say = useWords();
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = useJobs();
  useTitle(say("gallery.title"));
  const jobs = data?.pages.flatMap((page) => page.jobs) ?? [];
  const unreadable = data?.pages.flatMap((page) => page.unreadable) ?? [];
  const count = jobs.length;
  const counted = hasNextPage
    ? "gallery.count.more"
    : count === 1
      ? "gallery.count.one"
      : "gallery.count";

  if (error && !data) return <Refusal error={error} again={() => refetch()} />;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-3 pt-8 pb-6 sm:gap-x-6">
        <div className="mr-auto flex items-baseline gap-3">
          <h1 className="font-bold text-[1.75rem] leading-tight tracking-tight">
            {say("gallery.title")}
          </h1>
          {count > 0 && (
            <p className="text-quiet text-sm tabular-nums">{say(counted, { count })}</p>
          )}
        </div>
        {count > 0 && <BoardSwitch />}
        <Reload busy={isFetching} reload={refetch} />
      </div>
      {data && count === 0 && <Empty />}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(17.5rem,100%),1fr))] gap-x-5 gap-y-8">
        {jobs.map((job) => (
          <Card key={job.id} job={job} />
        ))}
      </ul>
      {hasNextPage && (
        <div className="pt-12 text-center">
          <button type="button" className="button" onClick={() => fetchNextPage()}>
            {say("gallery.more")}
          </button>
        </div>
      )}
      {unreadable.length > 0 && (
        <p className="pt-10 text-quiet text-sm">
          {say("gallery.unreadable", { count: unreadable.length, ids: unreadable.join(", ") })}
        </p>
      )}
    </>
  );
}
