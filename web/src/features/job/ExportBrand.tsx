// What becomes of brand pictures on the way out: told for each format before anything is packed.
import { Info, type LucideIcon, ShieldCheck, TriangleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import type { Candidate } from "@/shared/api";
import { useWords } from "@/shared/words/words";
import { brandsOf } from "./brand";
import { type Format, formatName, type Wish } from "./exporting";

type Props = { taken: Candidate[]; wish: Wish; change: (change: Partial<Wish>) => void };

/** Formats that hold every pixel as it is. */
const LOSSLESS: Format[] = ["png", "webp"];

export function ExportBrand({ taken, wish, change }: Props) {
  const say = useWords();
  if (!taken.some((candidate) => brandsOf(candidate).length > 0)) return null;
  const blended = taken.filter((candidate) => candidate.blended).length;
  const { formats, size } = wish;
  const kept = formats.filter((format) => LOSSLESS.includes(format)).map(formatName);
  return (
    <section className="grid gap-2 rounded-xl bg-sunk px-3.5 py-3">
      <h3 className="font-semibold">{say("brand.title")}</h3>
      {blended > 0 && <Choice blended={blended} of={taken.length} wish={wish} change={change} />}
      <ul className="grid gap-1.5">
        {kept.length > 0 && (
          <Line sign={ShieldCheck} color="text-good">
            {say("export.brand.kept", { formats: kept.join(", ") })}
          </Line>
        )}
        {formats.includes("psd") && (
          <Line sign={ShieldCheck} color="text-good">
            {say("export.brand.psd")}
          </Line>
        )}
        {formats.includes("avif") && (
          <Line sign={TriangleAlert} color="text-quiet">
            {say("export.brand.avif")}
          </Line>
        )}
        {size === "2x" && formats.length > 0 && (
          <Line sign={TriangleAlert} color="text-quiet">
            {say("export.brand.half")}
          </Line>
        )}
        {formats.length === 0 && (
          <Line sign={Info} color="text-quiet">
            {say("export.none")}
          </Line>
        )}
      </ul>
    </section>
  );
}

type LineProps = { sign: LucideIcon; color: string; children: ReactNode };

function Line({ sign: Sign, color, children }: LineProps) {
  return (
    <li className="flex gap-2">
      <Sign aria-hidden className={`mt-0.5 size-4 shrink-0 ${color}`} />
      <span>{children}</span>
    </li>
  );
}

type ChoiceProps = Pick<Props, "wish" | "change"> & { blended: number; of: number };

/** One drawing gives both: what was blended, and the designer's own pixels in its place. */
function Choice({ blended, of, wish, change }: ChoiceProps) {
  const say = useWords();
  const group = useId();
  const options = [
    { originals: false, name: say("export.brand.made") },
    { originals: true, name: say("export.brand.originals") },
  ];
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-quiet">{say("export.brand.blended", { blended, of })}</legend>
      {options.map(({ originals, name }) => (
        <label key={name} className="flex min-h-7 items-center gap-2">
          <input
            type="radio"
            className="size-4 accent-accent"
            name={group}
            checked={wish.originals === originals}
            onChange={() => change({ originals })}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
