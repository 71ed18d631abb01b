// Each brand picture of a candidate: what it is, how it was given, and the figures that prove it.
import { ChevronRight, Download, LibraryBig, LocateFixed, Move, Undo2 } from "lucide-react";
import { Link } from "wouter";
import type { Candidate, Job, Told } from "@/shared/api";
import { bytes, fileName } from "@/shared/format";
import { useLanguage } from "@/shared/preferences";
import { Board } from "@/shared/ui/Board";
import { CopyChip } from "@/shared/ui/CopyChip";
import { Term } from "@/shared/ui/Term";
import type { Key } from "@/shared/words/en";
import { useWords } from "@/shared/words/words";
import { BrandDistances } from "./BrandDistances";
import { BrandSign } from "./BrandMarks";
import {
  type Brand,
  brandsOf,
  changesOf,
  isBlended,
  isOriginal,
  nameOf,
  standingOf,
  wordOf,
} from "./brand";
import { roomOf, type Sought } from "./sought";
import { dragOut } from "./Take";

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
      <Figures brand={brand} />
      <Moved brand={brand} />
      <Ways brand={brand} sought={sought} there={roomOf(candidate, index) !== undefined} />
      <Layers job={job} candidate={candidate} brand={brand} />
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

function Figures({ brand }: { brand: Brand }) {
  const say = useWords();
  const numbers = new Intl.NumberFormat(useLanguage());
  const count = numbers.format(brand.core_px);
  const visible = numbers.format(brand.visible_px);
  const part = brand.visible_px < brand.core_px;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5 [&>dd]:text-right [&>dt]:text-quiet">
      <dt>
        <Term name="core">{say(isBlended(brand) ? "brand.core.blended" : "brand.core")}</Term>
      </dt>
      <dd className="tabular-nums">
        {say(part ? "brand.core.part" : "brand.core.all", { count, visible })}
      </dd>
      {isBlended(brand) && (
        <>
          <dt>{say("brand.route")}</dt>
          <dd>{say(`brand.route.${brand.route}`)}</dd>
          {/* a badge of a blended one tells nothing of it */}
          {!isOriginal(brand) && (
            <>
              <dt>{say("brand.changes")}</dt>
              <dd className="tabular-nums">{changesOf(brand, say)}</dd>
            </>
          )}
        </>
      )}
      {brand.given === "exact" && (
        <>
          <dt>{say(brand.matched ? "brand.sha" : "brand.sha.expected")}</dt>
          <dd className="ml-auto w-36 min-w-0">
            <CopyChip text={brand.core_sha256} />
          </dd>
        </>
      )}
    </dl>
  );
}

/** What it was moved by since it was planned; a side that it did not move to is not named. */
function Moved({ brand: { moved, stand } }: { brand: Brand }) {
  const say = useWords();
  const [across = 0, down = 0] = moved;
  const ways = [
    across !== 0 && say(across < 0 ? "brand.left" : "brand.right", { count: Math.abs(across) }),
    down !== 0 && say(down < 0 ? "brand.up" : "brand.down", { count: Math.abs(down) }),
  ].filter(Boolean);
  if (ways.length === 0) return null;
  return (
    <p className="flex gap-2 text-quiet">
      <Move aria-hidden className="mt-0.5 size-4 shrink-0" />
      {say(stand === "on" ? "brand.moved.on" : "brand.moved", { how: ways.join(", ") })}
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

const PARTS: Record<string, Key> = {
  shadow: "brand.layer.shadow",
  shade: "brand.layer.shade",
  light: "brand.layer.light",
  lit: "brand.layer.lit",
};

/** Its own layers as files, each of the size of the finished picture. */
function Layers({ job, candidate, brand }: Omit<RowProps, "sought">) {
  const say = useWords();
  const { layers, index } = brand;
  if (layers.length === 0) return null;
  return (
    <details className="group">
      <summary className="flex min-h-6 w-fit list-none items-center gap-1 text-quiet hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="-ml-1 size-4 group-open:rotate-90 motion-safe:transition-transform"
        />
        {say("brand.layers", { count: layers.length })}
      </summary>
      <ul className="mt-1.5 flex flex-wrap gap-1.5">
        {layers.map((layer) => {
          const part = layer.name.replace(`asset${index}`, "").replace(/^-/, "");
          const name = fileName(job.concept, candidate.seed, layer.name);
          return (
            <li key={layer.name}>
              <a
                href={layer.url}
                download={name}
                title={bytes(layer.bytes)}
                onDragStart={(event) => dragOut(event, layer, name)}
                className="chip hover:bg-sunk"
              >
                <Download aria-hidden className="size-3.5 text-quiet" />
                {say(
                  PARTS[part] ?? (isOriginal(brand) ? "brand.layer.own" : "brand.layer.resampled"),
                )}
              </a>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
