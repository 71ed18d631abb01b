import { Download, LayoutGrid } from "lucide-react";
import type { Candidate, Job, Picture } from "@/shared/api";
import { bytes, fileName } from "@/shared/format";
import { useWords } from "@/shared/words/words";

/** The finished picture, its layers, the raw drawing and the contact sheet, as real links. */
export function Downloads({ job, candidate }: { job: Job; candidate: Candidate }) {
  const say = useWords();
  const { final, drawing, layers, seed } = candidate;
  if (!final && !drawing && !job.sheet) return null;
  const named = (part?: string) => fileName(job.concept, seed, part);
  const layerName = { object: "take.object", shadow: "take.shadow", tint: "take.tint" } as const;
  return (
    <section>
      <h2 className="sr-only">{say("take.title")}</h2>
      {final && (
        <a
          href={final.url}
          download={named()}
          className="button min-h-12! w-full justify-between!"
          data-kind="first"
        >
          <span className="flex items-center gap-2 text-base">
            <Download aria-hidden className="size-4.5" />
            {say("take.final")}
          </span>
          <span className="font-normal tabular-nums opacity-80">
            {final.width} × {final.height} · {bytes(final.bytes)}
          </span>
        </a>
      )}
      <div className="mt-2.5 flex flex-wrap gap-2">
        {layers.map((layer) => (
          <Part
            key={layer.name}
            picture={layer}
            name={named(layer.name)}
            label={say(layerName[layer.name as keyof typeof layerName] ?? "take.layers")}
          />
        ))}
        {drawing && <Part picture={drawing} name={named("drawing")} label={say("take.drawing")} />}
        {job.sheet && (
          <a href={job.sheet.url} target="_blank" rel="noreferrer" className="chip hover:bg-sunk">
            <LayoutGrid aria-hidden className="size-3.5 text-quiet" />
            {say("take.sheet")}
          </a>
        )}
      </div>
    </section>
  );
}

type PartProps = { picture: Picture; name: string; label: string };

function Part({ picture, name, label }: PartProps) {
  return (
    <a
      href={picture.url}
      download={name}
      title={bytes(picture.bytes)}
      className="chip hover:bg-sunk"
    >
      <Download aria-hidden className="size-3.5 text-quiet" />
      {label}
    </a>
  );
}
