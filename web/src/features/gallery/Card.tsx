import { Link } from "wouter";
import { type JobCard, usePackNames } from "@/shared/api";
import { isFinished } from "@/shared/news";
import { Bar } from "@/shared/ui/Bar";
import { Board } from "@/shared/ui/Board";
import { Star } from "@/shared/ui/Star";
import { Verdict } from "@/shared/ui/Verdict";
import { When } from "@/shared/ui/When";
import { useWords } from "@/shared/words/words";

const SHOWN = 4;
// One large, or one large beside two, or a square of four: never an empty corner.
const LAYOUTS: Record<number, string> = {
  2: "grid-cols-2",
  3: "grid-cols-[2fr_1fr] grid-rows-2 [&>:first-child]:row-span-2",
  4: "grid-cols-2 grid-rows-2",
};

/** A job: its pictures on the chosen background, what was asked for, and how it ended. */
export function Card({ job }: { job: JobCard }) {
  const say = useWords();
  const nameOf = usePackNames();
  return (
    <li className="group relative">
      <Board className="relative aspect-[4/3] overflow-hidden rounded-2xl ring-1 ring-line motion-safe:transition-shadow group-hover:shadow-lg group-hover:ring-quiet/50">
        <Mosaic job={job} />
        {!isFinished(job) && job.state !== "queued" && (
          <Bar job={job} className="absolute inset-x-4 bottom-3" />
        )}
      </Board>
      <div className="mt-2 flex items-start justify-between gap-2">
        <h2 className="mt-1 line-clamp-2 font-semibold leading-snug">
          <Link href={`/jobs/${job.id}`} className="after:absolute after:inset-0 after:rounded-2xl">
            {job.concept || say("job.no-concept")}
          </Link>
        </h2>
        <Star job={job} className="-mr-1.5 z-1 shrink-0 text-quiet hover:bg-sunk hover:text-ink" />
      </div>
      <p className="text-quiet text-sm">
        {job.packs.map(nameOf).join(" + ") || say("facts.no-packs")}
        {" · "}
        <When iso={job.created} />
      </p>
      <p className="mt-1 text-sm">
        <Verdict job={job} />
      </p>
    </li>
  );
}

function Mosaic({ job }: { job: JobCard }) {
  const say = useWords();
  const pictures = job.thumbs.filter((thumb) => thumb.url);
  const shown = pictures.slice(0, SHOWN);
  const hidden = pictures.length - shown.length;
  if (!shown.length) {
    return (
      <p className="grid size-full place-items-center px-6 text-center">
        <span className="chip bg-panel! text-quiet">
          {job.error?.message ?? say(isFinished(job) ? "job.nothing" : "job.not-yet")}
        </span>
      </p>
    );
  }
  return (
    <div className={`grid size-full ${LAYOUTS[shown.length] ?? ""}`}>
      {shown.map(({ index, url }) => (
        <div key={index} className="min-h-0 min-w-0 p-[6%]">
          <img
            src={url ?? ""}
            alt=""
            loading="lazy"
            decoding="async"
            className="size-full object-contain"
          />
        </div>
      ))}
      {hidden > 0 && (
        <span className="chip absolute right-2.5 bottom-2.5">
          {say("job.more", { count: hidden })}
        </span>
      )}
    </div>
  );
}
