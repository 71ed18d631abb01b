import { ChevronRight, Download } from "lucide-react";
import type { Candidate, Job } from "@/shared/api";
import { bytes, fileName } from "@/shared/format";
import type { Key } from "@/shared/words/en";
import { useWords } from "@/shared/words/words";
import { type Brand, isOriginal } from "./brand";
import { dragOut } from "./Take";

const PARTS: Record<string, Key> = {
  shadow: "brand.layer.shadow",
  shade: "brand.layer.shade",
  light: "brand.layer.light",
  lit: "brand.layer.lit",
};

type Props = { job: Job; candidate: Candidate; brand: Brand };

/** Its own layers as files, each of the size of the finished picture. */
export function BrandLayers({ job, candidate, brand }: Props) {
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
