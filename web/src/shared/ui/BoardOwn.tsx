// What a person adds to the backgrounds: colors of a brand, and one photo.
import { ImagePlus, Pipette } from "lucide-react";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { announce } from "@/shared/announce";
import { keepBanner } from "@/shared/banner";
import { addBrand, board, type Color } from "@/shared/preferences";
import { useWords } from "@/shared/words/words";

/** A color is looked at while it is chosen, and kept once it is. */
export function OwnColor({ className }: { className: string }) {
  const say = useWords();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const field = input.current;
    // React's change is each step on the way; the element's own is the end of it
    const keep = () => field && addBrand(field.value as Color);
    field?.addEventListener("change", keep);
    return () => field?.removeEventListener("change", keep);
  }, []);
  return (
    <label
      title={say("board.own")}
      className={`${className} overflow-hidden border-dashed bg-panel`}
    >
      <Pipette aria-hidden className="size-3.5 text-quiet" />
      <span className="sr-only">{say("board.own")}</span>
      <input
        ref={input}
        type="color"
        className="unseen size-full"
        defaultValue="#ff6b4a"
        onInput={(event) => board.set(event.currentTarget.value as Color)}
      />
    </label>
  );
}

/** A photo is chosen or dropped here. */
export function OwnPhoto({ className }: { className: string }) {
  const say = useWords();
  const [over, setOver] = useState(false);
  const take = useTakePhoto();
  const dropping = usePhotoDrop(true);
  return (
    <label
      title={say("board.photo.add")}
      {...dropping}
      onDragEnter={() => setOver(true)}
      onDragLeave={() => setOver(false)}
      onDropCapture={() => setOver(false)}
      className={`${className} overflow-hidden border-dashed ${over ? "bg-accent/30" : "bg-panel"}`}
    >
      <ImagePlus aria-hidden className="size-3.5 text-quiet" />
      <span className="sr-only">{say("board.photo.add")}</span>
      <input
        type="file"
        accept="image/*"
        className="unseen size-full"
        onChange={(event) => void take(event.currentTarget.files?.[0])}
      />
    </label>
  );
}

/** Keeps a photo and lays pictures on it; says so, or why not. */
export function useTakePhoto(): (file: File | undefined) => Promise<void> {
  const say = useWords();
  return async (file) => {
    if (!file) return;
    const taken = await keepBanner(file);
    if (taken) board.set("photo");
    announce(say(taken ? "board.photo.done" : "board.photo.failed"));
  };
}

/** Takes a photo that is dropped on an element. A PNG may be one of ours, whose settings somebody
 * wants: only where nothing else can be meant is it a photo too. */
export function usePhotoDrop(png = false) {
  const take = useTakePhoto();
  const wanted = ({ dataTransfer }: DragEvent) =>
    [...dataTransfer.items].some(
      ({ kind, type }) =>
        kind === "file" && type.startsWith("image/") && (png || type !== "image/png"),
    );
  return {
    onDragOver: (event: DragEvent) => {
      if (wanted(event)) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      if (!wanted(event)) return;
      event.preventDefault();
      event.stopPropagation();
      void take(event.dataTransfer.files[0]);
    },
  };
}
