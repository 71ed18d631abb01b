// A finished picture on its way to somewhere else: as a file, through the clipboard, by dragging.
import { Clipboard, Download, LayoutGrid } from "lucide-react";
import type { DragEvent } from "react";
import type { Candidate, Job, Picture } from "@/shared/api";
import { bytes, fileName } from "@/shared/format";
import type { Key } from "@/shared/words/en";
import { useWords } from "@/shared/words/words";
import { useCopy } from "./useCopy";

type Props = { job: Job; candidate: Candidate };

const LAYERS: Record<string, Key> = {
  object: "take.object",
  shadow: "take.shadow",
  tint: "take.tint",
};

/** Those of brand pictures stand with them. */
const isOwn = ({ name }: { name: string }): boolean => name in LAYERS;

export function Take({ job, candidate }: Props) {
  const say = useWords();
  const { final, drawing, layers, seed } = candidate;
  if (!final && !drawing && !job.sheet) return null;
  const named = (part?: string) => fileName(job.concept, seed, part);
  return (
    <section className="grid gap-2.5">
      <h2 className="sr-only">{say("take.title")}</h2>
      {final && <Final picture={final} name={named()} />}
      {final && <Copies picture={final} />}
      <div className="flex flex-wrap gap-2">
        {layers.filter(isOwn).map((layer) => (
          <Part
            key={layer.name}
            picture={layer}
            name={named(layer.name)}
            label={say(LAYERS[layer.name] ?? "take.layers")}
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

/** Dragged out of the browser it becomes a file under its own name, where the browser can do that. */
export function dragOut(event: DragEvent, picture: Picture, name: string): void {
  const url = new URL(picture.url, location.href).href;
  event.dataTransfer.setData("DownloadURL", `image/png:${name}:${url}`);
  event.dataTransfer.setData("text/uri-list", url);
  event.dataTransfer.effectAllowed = "copy";
}

function Final({ picture, name }: { picture: Picture; name: string }) {
  const say = useWords();
  return (
    <a
      href={picture.url}
      download={name}
      title={say("take.drag")}
      onDragStart={(event) => dragOut(event, picture, name)}
      className="button min-h-12! w-full justify-between!"
      data-kind="first"
    >
      <span className="flex items-center gap-2 text-base">
        <Download aria-hidden className="size-4.5" />
        {say("take.final")}
      </span>
      <span className="font-normal tabular-nums opacity-80">
        {picture.width} × {picture.height} · {bytes(picture.bytes)}
      </span>
    </a>
  );
}

function Copies({ picture }: { picture: Picture }) {
  const say = useWords();
  const { asIs, onGround, groundName, told } = useCopy(picture);
  return (
    <>
      <div className="flex flex-wrap gap-2 [&>*]:grow">
        <button type="button" className="button" onClick={asIs}>
          <Clipboard aria-hidden className="size-4 text-quiet" />
          {say("copy.picture")}
        </button>
        <button type="button" className="button" title={say("copy.on.about")} onClick={onGround}>
          <Clipboard aria-hidden className="size-4 text-quiet" />
          {say("copy.on", { ground: groundName })}
        </button>
      </div>
      {told && <p className="text-quiet text-sm">{told}</p>}
    </>
  );
}

type PartProps = { picture: Picture; name: string; label: string };

function Part({ picture, name, label }: PartProps) {
  return (
    <a
      href={picture.url}
      download={name}
      title={bytes(picture.bytes)}
      onDragStart={(event) => dragOut(event, picture, name)}
      className="chip hover:bg-sunk"
    >
      <Download aria-hidden className="size-3.5 text-quiet" />
      {label}
    </a>
  );
}
