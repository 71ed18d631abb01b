import { Check, RotateCcw } from "lucide-react";
import { memo, useState } from "react";
import { Link } from "wouter";
import type { JobCard, Pack } from "@/shared/api";
import { isFinished } from "@/shared/news";
import { useLanguage } from "@/shared/preferences";
import { Bar } from "@/shared/ui/Bar";
import { Board } from "@/shared/ui/Board";
import { Star } from "@/shared/ui/Star";
import { Verdict } from "@/shared/ui/Verdict";
import { When } from "@/shared/ui/When";
import { useWords } from "@/shared/words/words";
import { sources } from "./thumbs";

const SHOWN = 4;
// One large, or one large beside two, or a square of four: never an empty corner.
const LAYOUTS: Record<number, string> = {
  2: "grid-cols-2",
  3: "grid-cols-[2fr_1fr] grid-rows-2 [&>:first-child]:row-span-2",
  4: "grid-cols-2 grid-rows-2",
};

/** By id; asked for once for all cards. */
export type Packs = ReadonlyMap<string, Pack>;

type Props = {
  job: JobCard;
  /** Its place in the list, counted from 0, and in its row. */
  at: number;
  column: number;
  width: number;
  packs: Packs;
  selected: boolean;
  /** The one that Tab goes to. */
  current: boolean;
  choose: (job: JobCard, at: number, upTo: boolean) => void;
};

/** A job: its pictures on the chosen background, what was asked for, and how it ended. Its parts
 * lie on the lines of the row, so that those of neighbors stand side by side. */
export const Card = memo(function Card(props: Props) {
  const { job, at, column, width, packs, selected, current, choose } = props;
  const say = useWords();
  const language = useLanguage();
  const concept = job.concept || say("job.no-concept");
  const stop = current ? 0 : -1;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the link in it has the focus
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    <div
      role="gridcell"
      aria-colindex={column + 1}
      aria-selected={selected}
      className="group relative row-span-4 grid min-w-0 grid-rows-subgrid content-start rounded-2xl outline-offset-4 has-[[data-at]:focus-visible]:outline-2 has-[[data-at]:focus-visible]:outline-accent"
    >
      <Board
        className={`relative aspect-[4/3] overflow-hidden rounded-2xl motion-safe:transition-shadow ${
          selected
            ? "ring-3 ring-accent"
            : "ring-1 ring-line group-hover:shadow-lg group-hover:ring-quiet/50"
        }`}
      >
        <Mosaic job={job} width={width} palette={packs.get(job.packs[0] ?? "")?.palette ?? []} />
        {!isFinished(job) && job.state !== "queued" && (
          <Bar job={job} className="absolute inset-x-4 bottom-3" />
        )}
      </Board>
      <h2
        className="mt-2.5 line-clamp-2 font-semibold text-[0.9375rem] leading-snug"
        title={concept}
      >
        <Link
          href={`/jobs/${job.id}`}
          tabIndex={stop}
          data-at={at}
          className="outline-none after:absolute after:inset-0 after:rounded-2xl"
        >
          {concept}
        </Link>
      </h2>
      <p className="mt-0.5 truncate text-quiet text-sm">
        {job.packs.map((id) => packs.get(id)?.name[language] ?? id).join(" + ") ||
          say("facts.no-packs")}
        {" · "}
        <When iso={job.created} />
      </p>
      <div className="mt-0.5 flex min-h-8 items-start justify-between gap-1 text-sm">
        <span className="mt-1.5 max-h-10 min-w-0 overflow-hidden leading-5">
          <Verdict job={job} />
        </span>
        <span className="-mr-1.5 flex shrink-0">
          {job.can_rerun && <Again job={job} stop={stop} />}
          <Star
            job={job}
            tabIndex={stop}
            className="relative z-1 size-8! text-quiet hover:bg-sunk hover:text-ink"
          />
        </span>
      </div>
      <Select job={job} at={at} selected={selected} stop={stop} choose={choose} />
    </div>
  );
});

function Again({ job, stop }: { job: JobCard; stop: number }) {
  const say = useWords();
  return (
    <Link
      href={`/make?from=${job.id}`}
      tabIndex={stop}
      aria-label={say("history.again.of", { concept: job.concept || job.id })}
      title={say("history.again")}
      className="relative z-1 grid size-8 place-items-center rounded-lg text-quiet hover:bg-sunk hover:text-ink max-sm:hidden"
    >
      <RotateCcw aria-hidden className="size-4" />
    </Link>
  );
}

type SelectProps = Pick<Props, "job" | "at" | "selected" | "choose"> & { stop: number };

function Select({ job, at, selected, stop, choose }: SelectProps) {
  const say = useWords();
  return (
    // biome-ignore lint/a11y/useSemanticElements: Shift takes in all up to here, which a box cannot
    <button
      type="button"
      role="checkbox"
      aria-checked={selected}
      tabIndex={stop}
      aria-label={say("history.select.of", { concept: job.concept || job.id })}
      title={say("history.key.select")}
      onClick={(event) => choose(job, at, event.shiftKey)}
      className="absolute top-1.5 left-1.5 z-1 grid size-8 place-items-center rounded-lg"
    >
      <span
        className={`grid size-5 place-items-center rounded-md shadow-sm ring-1 ${
          selected ? "bg-accent text-paper ring-accent" : "bg-panel/90 ring-quiet/60"
        }`}
      >
        {selected && <Check aria-hidden strokeWidth={3} className="size-3.5" />}
      </span>
    </button>
  );
}

type MosaicProps = { job: JobCard; width: number; palette: string[] };

function Mosaic({ job, width, palette }: MosaicProps) {
  const say = useWords();
  const pictures = job.thumbs.filter((thumb) => thumb.url);
  const shown = pictures.slice(0, SHOWN);
  const hidden = pictures.length - shown.length;
  if (!shown.length) {
    return (
      <p className="grid size-full place-items-center px-4 pt-6 text-center">
        <span className="rounded-lg bg-panel px-2.5 py-1 text-quiet text-sm ring-1 ring-line line-clamp-4 first-letter:uppercase">
          {job.error?.message ?? say(isFinished(job) ? "job.nothing" : "job.not-yet")}
        </span>
      </p>
    );
  }
  return (
    <div className={`grid size-full ${LAYOUTS[shown.length] ?? ""}`}>
      {shown.map(({ index, url }, place) => (
        <Picture
          key={index}
          url={url ?? ""}
          width={shown.length === 1 ? width : width / 2}
          color={palette[place % Math.max(1, palette.length)]}
        />
      ))}
      {hidden > 0 && (
        <span className="chip absolute right-2.5 bottom-2.5">
          {say("job.more", { count: hidden })}
        </span>
      )}
    </div>
  );
}

type PictureProps = { url: string; width: number; color: string | undefined };

/** A picture; until it is there, a spot in a color of its style. */
function Picture({ url, width, color }: PictureProps) {
  const [loaded, setLoaded] = useState(false);
  return (
    <div className="relative min-h-0 min-w-0 p-[6%]">
      {!loaded && (
        <span
          aria-hidden
          className="-translate-x-1/2 -translate-y-1/2 absolute top-1/2 left-1/2 h-1/2 aspect-square rounded-full bg-quiet opacity-25"
          style={color ? { background: color } : undefined}
        />
      )}
      <img
        ref={(image) => {
          if (image?.complete) setLoaded(true);
        }}
        src={url}
        srcSet={sources(url)}
        sizes={`${Math.round(width)}px`}
        alt=""
        decoding="async"
        onLoad={() => setLoaded(true)}
        className="size-full object-contain"
      />
    </div>
  );
}

/** Where a job is that was not read yet. */
export function Ghost({ column }: { column: number }) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: there is nothing in it yet
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    <div
      role="gridcell"
      aria-colindex={column + 1}
      aria-busy="true"
      className="row-span-4 grid min-w-0 grid-rows-subgrid content-start"
    >
      <span className="aspect-[4/3] rounded-2xl bg-sunk ring-1 ring-line" />
      <span className="mt-3 h-4 w-3/4 rounded bg-sunk" />
      <span className="mt-2 h-3.5 w-1/2 rounded bg-sunk" />
      <span className="mt-2.5 h-3.5 w-2/5 rounded bg-sunk" />
    </div>
  );
}
