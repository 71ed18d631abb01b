// Up to two pictures whose color and light the drawing follows.
import { ImagePlus, LoaderCircle, X } from "lucide-react";
import type { DragEvent, ReactNode } from "react";
import { useWords } from "@/shared/words/words";
import { MOST } from "./draft";
import { Group, idOf } from "./Field";
import { ofItem } from "./faults";
import { useForm } from "./form";
import { Small } from "./Small";
import type { Coming, Uploads } from "./uploads";

export function References({ uploads }: { uploads: Uploads }) {
  const say = useWords();
  const { draft, change, model } = useForm();
  const deaf = model?.capabilities?.references === 0;
  const under = uploads.coming.filter(({ refused }) => refused === null).length;
  const full = draft.references.length + under >= MOST.references;
  const without = (place: number) => draft.references.filter((_, at) => at !== place);
  return (
    <Group
      name="references"
      label={say("make.references")}
      hint={say(deaf ? "make.references.not" : "make.references.about")}
      aside={`${draft.references.length} / ${MOST.references}`}
    >
      <ul className="grid grid-cols-3 gap-2 empty:hidden">
        {draft.references.map((name, place) => (
          <Kept
            key={name}
            name={name}
            place={place}
            remove={() => change({ references: without(place) })}
          />
        ))}
        {uploads.coming.map((item) => (
          <OnItsWay key={item.key} item={item} drop={() => uploads.drop(item.key)} />
        ))}
      </ul>
      {!deaf && !full && <Pick add={uploads.add} />}
    </Group>
  );
}

function Pick({ add }: { add: Uploads["add"] }) {
  const say = useWords();
  return (
    <DropZone add={add}>
      <label className="frame relative flex min-h-16 items-center justify-center gap-2 rounded-xl border border-quiet/60 border-dashed px-4 text-center text-quiet text-sm hover:bg-sunk">
        <ImagePlus aria-hidden className="size-4 shrink-0" />
        {say("make.references.add")}
        <input
          id={`${idOf("references")}-pick`}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/avif,image/svg+xml"
          multiple
          className="unseen size-full"
          onChange={(event) => {
            add([...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
      </label>
    </DropZone>
  );
}

/** What is dropped here is a mood picture; elsewhere the page may have other ideas. */
export function DropZone({ add, children }: { add: Uploads["add"]; children: ReactNode }) {
  const hold = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const drop = (event: DragEvent) => {
    hold(event);
    add([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the input within does the same by key
    <div onDragOver={hold} onDrop={drop}>
      {children}
    </div>
  );
}

/** Where a file is shown, by the name that a brief gives it: uploaded, or out of a job. */
function pictureOf(name: string): string | null {
  const [kind, where = "", file] = name.split(":");
  if (kind === "upload") return `/api/uploads/${where}/thumb.webp`;
  return kind === "job" && file ? `/api/jobs/${where}/inputs/${file}.webp` : null;
}

type KeptProps = { name: string; place: number; remove: () => void };

function Kept({ name, place, remove }: KeptProps) {
  const say = useWords();
  const { faults } = useForm();
  const faulty = ofItem(faults.references, place).length > 0;
  const picture = pictureOf(name);
  const label = say("make.references.one", { number: place + 1 });
  return (
    <li
      className={`relative aspect-square overflow-hidden rounded-xl bg-sunk ring-1 ${faulty ? "ring-2 ring-bad" : "ring-line"}`}
    >
      {picture ? (
        <img src={picture} alt={label} className="size-full object-cover text-xs" />
      ) : (
        <span className="grid size-full place-items-center p-2 text-center text-quiet text-xs">
          {name.split(/[/:]/).at(-1)}
        </span>
      )}
      <span className="absolute top-1 right-1 rounded-md bg-panel shadow">
        <Small label={say("make.remove", { name: label })} act={remove}>
          <X aria-hidden className="size-3.5" />
        </Small>
      </span>
    </li>
  );
}

function OnItsWay({ item: { name, share, refused }, drop }: { item: Coming; drop: () => void }) {
  const say = useWords();
  const label = name || say("make.references.pasted");
  return (
    <li
      className={`relative rounded-xl border p-3 text-xs ${refused === null ? "aspect-square border-line" : "col-span-full border-bad pr-9"}`}
    >
      <p className="truncate pr-6 font-medium">{label}</p>
      {refused === null ? (
        <>
          <LoaderCircle aria-hidden className="my-2 size-4 text-accent motion-safe:animate-spin" />
          <progress className="bar w-full!" max={1} value={share} aria-label={label} />
        </>
      ) : (
        <p role="alert" className="mt-1 text-bad">
          {refused}
        </p>
      )}
      <span className="absolute top-1 right-1">
        <Small label={say("make.remove", { name: label })} act={drop}>
          <X aria-hidden className="size-3.5" />
        </Small>
      </span>
    </li>
  );
}
