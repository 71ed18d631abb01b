// How the frame would be laid out, with what is said of each brand picture in it.
import { LoaderCircle } from "lucide-react";
import { useWords } from "@/shared/words/words";
import { useAssets } from "./api";
import { useForm } from "./form";
import { LayoutFrame } from "./LayoutFrame";
import { calledOf } from "./library";
import { Badge, State, showCard } from "./State";

/** `legend`: it stands away from the settings, so it says which picture is which. */
export function LayoutView({ legend = false }: { legend?: boolean }) {
  const say = useWords();
  const { layout } = useForm();
  if (!layout) return null;
  return (
    <section aria-labelledby="make-layout" className="grid min-w-0 gap-2">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="make-layout" className="font-semibold text-sm">
          {say("make.layout")}
        </h2>
        <Fresh />
      </div>
      <LayoutFrame layout={layout} />
      {legend && <Legend />}
      <p className="text-quiet text-xs leading-snug">{say("make.layout.about")}</p>
    </section>
  );
}

/** Of what it is: the size of the frame, or that it is of an older wish. */
function Fresh() {
  const say = useWords();
  const { layout, stale } = useForm();
  const { width, height } = layout?.frame ?? {};
  return (
    <span className="inline-flex items-center gap-1.5 text-quiet text-xs tabular-nums">
      {stale === "asking" && (
        <LoaderCircle aria-hidden className="size-3.5 motion-safe:animate-spin" />
      )}
      {stale ? say(`make.layout.${stale}`) : `${width} × ${height} px`}
    </span>
  );
}

function Legend() {
  const { draft, active, activate } = useForm();
  const assets = useAssets(true).data ?? [];
  const open = (name: string, place: number) => {
    activate(name);
    showCard(place);
  };
  return (
    <ol className="flex flex-wrap gap-x-2 gap-y-1">
      {draft.assets.map(({ asset }, place) => (
        <li key={asset} className="min-w-0">
          <button
            type="button"
            onClick={() => open(asset, place)}
            className={`flex min-h-7 max-w-full items-center gap-1.5 rounded-lg px-1.5 text-left text-xs hover:bg-sunk ${active === asset ? "bg-sunk" : ""}`}
          >
            <Badge place={place} />
            <span className="truncate font-medium">{calledOf(assets, asset)}</span>
            <State place={place} />
          </button>
        </li>
      ))}
    </ol>
  );
}
