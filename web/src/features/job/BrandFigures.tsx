// What was measured of a brand picture, and where it was moved to.
import { Move } from "lucide-react";
import { useLanguage } from "@/shared/preferences";
import { CopyChip } from "@/shared/ui/CopyChip";
import { Term } from "@/shared/ui/Term";
import { useWords } from "@/shared/words/words";
import { type Brand, changesOf, isBlended, isOriginal } from "./brand";

export function BrandFigures({ brand }: { brand: Brand }) {
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
export function BrandMoved({ brand: { moved, stand } }: { brand: Brand }) {
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
