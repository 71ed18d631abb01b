// Small inputs that a new asset and one in the library share.
import { ChevronRight } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useWords } from "@/shared/words/words";
import { type Artwork, RulesDrawing } from "./RulesDrawing";

export function Labelled({
  label,
  about,
  children,
}: {
  label: string;
  about?: string;
  children: (id: string) => ReactNode;
}) {
  const id = useId();
  return (
    <div className="grid min-w-0 content-start gap-1 [&>.field]:w-full">
      <label htmlFor={id} className="font-medium text-[0.8125rem]">
        {label}
      </label>
      {children(id)}
      {about && <p className="text-quiet text-xs">{about}</p>}
    </div>
  );
}

type Props = {
  minScale: string;
  clearSpace: string;
  change: (typed: { minScale?: string; clearSpace?: string }) => void;
  artwork: Artwork | undefined;
  folded?: boolean;
};

/** How small it may become, and what stays free around it. */
export function Rules({ minScale, clearSpace, change, artwork, folded = false }: Props) {
  const say = useWords();
  const inputs = (
    <div className="grid gap-3 sm:grid-cols-2">
      <Labelled label={say("assets.row.min-scale")} about={say("assets.row.min-scale.about")}>
        {(id) => (
          <input
            id={id}
            className="field tabular-nums"
            type="number"
            inputMode="decimal"
            min={0.01}
            max={1}
            step="any"
            placeholder="0.1"
            value={minScale}
            onChange={(event) => change({ minScale: event.target.value })}
          />
        )}
      </Labelled>
      <Labelled label={say("assets.row.clear-space")} about={say("assets.row.clear-space.about")}>
        {(id) => (
          <input
            id={id}
            className="field tabular-nums"
            type="number"
            inputMode="numeric"
            min={0}
            max={512}
            step={1}
            placeholder="0"
            value={clearSpace}
            onChange={(event) => change({ clearSpace: event.target.value })}
          />
        )}
      </Labelled>
      {artwork && (
        <div className="sm:col-span-2">
          <RulesDrawing
            artwork={artwork}
            minScale={Number(minScale)}
            clearSpace={Number(clearSpace)}
          />
        </div>
      )}
    </div>
  );
  if (!folded) return inputs;
  return (
    <details className="group">
      <summary className="flex min-h-6 w-fit list-none items-center gap-1 font-medium text-[0.8125rem] text-quiet [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="-ml-1 size-4 group-open:rotate-90 motion-safe:transition-transform"
        />
        {say("assets.row.rules")}
      </summary>
      <div className="pt-2">{inputs}</div>
    </details>
  );
}
