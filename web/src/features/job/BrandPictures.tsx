// Each brand picture of a candidate: what it is, how it was given, and the figures that prove it.
import { LibraryBig, LocateFixed, Undo2 } from "lucide-react";
import { Link } from "wouter";
import type { Candidate, Job, Told } from "@/shared/api";
import { Board } from "@/shared/ui/Board";
import { useWords } from "@/shared/words/words";
import { BrandDistances } from "./BrandDistances";
import { BrandFigures, BrandMoved } from "./BrandFigures";
import { BrandLayers } from "./BrandLayers";
import { BrandSign } from "./BrandMarks";
import { type Brand, brandsOf, nameOf, standingOf, wordOf } from "./brand";
import { roomOf, type Sought } from "./sought";

type Props = { job: Job; candidate: Candidate; sought: Sought };

export function BrandPictures({ job, candidate, sought }: Props) {
  const say = useWords();
  const brands = brandsOf(candidate);
  if (brands.length === 0) return null;
  return (
    <section>
      <h2 className="mb-2 font-semibold">{say("brand.title")}</h2>
      <ul className="divide-y divide-line border-line border-y">
        {brands.map((brand) => (
          <Row key={brand.index} job={job} candidate={candidate} brand={brand} sought={sought} />
        ))}
      </ul>
    </section>
  );
}

type RowProps = Props & { brand: Brand };

/** While it is pointed at, or has the focus, its place is outlined in the large picture. */
function Row({ job, candidate, brand, sought }: RowProps) {
  const { index, downgraded } = brand;
  return (
    <li
      className="grid gap-3 py-3 text-sm"
      onPointerEnter={() => sought.point(index)}
      onPointerLeave={() => sought.point(null)}
      onFocus={() => sought.point(index)}
      onBlur={() => sought.point(null)}
    >
      <Head brand={brand} />
      {downgraded && <Downgrade told={downgraded} />}
      <BrandDistances brand={brand} />
      <BrandFigures brand={brand} />
      <BrandMoved brand={brand} />
      <Ways brand={brand} sought={sought} there={roomOf(candidate, index) !== undefined} />
      <BrandLayers job={job} candidate={candidate} brand={brand} />
    </li>
  );
}

function Head({ brand }: { brand: Brand }) {
  const say = useWords();
  const standing = standingOf(brand);
  const { state, picture } = brand;
  const failed = standing === "failed";
  return (
    <div className="grid grid-cols-[4rem_minmax(0,1fr)] gap-3">
      <Board className="size-16 overflow-hidden rounded-xl ring-1 ring-line [--cell:6px]">
        {picture && (
          <img src={picture} alt="" loading="lazy" className="size-full object-contain p-1.5" />
        )}
      </Board>
      <div className="min-w-0">
        <h3 className="truncate font-semibold" title={nameOf(brand)}>
          {nameOf(brand)}
        </h3>
        <p className="mt-0.5 flex items-center gap-1.5 font-medium">
          <BrandSign standing={standing} />
          <span className={failed ? "text-bad" : ""}>{wordOf(brand, say)}</span>
        </p>
      </div>
      <p className={`col-span-2 ${failed ? "rounded-lg bg-bad/10 px-3 py-2.5" : ""}`}>
        {state.message} <span className="text-quiet">{state.hint}</span>
      </p>
    </div>
  );
}

/** Blended was asked for and could not be had: why, and what would keep it within its limits. */
function Downgrade({ told: { message, hint } }: { told: Told }) {
  return (
    <p className="flex gap-2 rounded-lg bg-sunk px-3 py-2.5">
      <Undo2 aria-hidden className="mt-0.5 size-4 shrink-0 text-quiet" />
      <span>
        {message} <span className="text-quiet">{hint}</span>
      </span>
    </p>
  );
}

type WaysProps = { brand: Brand; sought: Sought; there: boolean };

/** To its place, where there is a picture to show it in, and to its file. */
function Ways({ brand, sought, there }: WaysProps) {
  const say = useWords();
  const name = nameOf(brand);
  return (
    <div className="flex flex-wrap gap-1.5">
      {there && (
        <button
          type="button"
          className="chip aria-pressed:border-ink aria-pressed:bg-sunk"
          aria-pressed={sought.pinned === brand.index}
          onClick={() => sought.pin(brand.index)}
        >
          <LocateFixed aria-hidden className="size-3.5 text-quiet" />
          {say("brand.find")}
          <span className="sr-only">: {name}</span>
        </button>
      )}
      <Link href={`/assets?asset=${brand.asset}`} className="chip hover:bg-sunk">
        <LibraryBig aria-hidden className="size-3.5 text-quiet" />
        {say("brand.library")}
        <span className="sr-only">: {name}</span>
      </Link>
    </div>
  );
}
