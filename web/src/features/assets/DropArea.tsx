// Where files come in: dropped anywhere on the page, or chosen.
import { Upload } from "lucide-react";
import { type DragEvent, type RefObject, useRef, useState } from "react";
import { useWords } from "@/shared/words/words";

/** What makes an element a place to drop files; nobody above it hears of them. */
export function useDrop(take: (files: File[]) => void) {
  const [over, setOver] = useState(false);
  // entering a child comes before leaving its parent
  const depth = useRef(0);
  const own = useRef(false); // a picture of the page itself is dragged
  const mine = (event: DragEvent, by: number): boolean => {
    if (own.current || !event.dataTransfer.types.includes("Files")) return false;
    event.preventDefault();
    event.stopPropagation();
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
    return true;
  };
  return {
    over,
    onDragStart: () => {
      own.current = true;
    },
    onDragEnd: () => {
      own.current = false;
    },
    onDragEnter: (event: DragEvent) => void mine(event, 1),
    onDragOver: (event: DragEvent) => void mine(event, 0),
    onDragLeave: (event: DragEvent) => void mine(event, -1),
    onDrop: (event: DragEvent) => {
      const files = [...event.dataTransfer.files];
      if (!mine(event, -depth.current)) return;
      if (files.length > 0) take(files);
    },
  };
}

type Props = {
  over: boolean;
  take: (files: File[]) => void;
  chooser: RefObject<HTMLInputElement | null>;
  /** With nothing else on the page it says what artwork is good. */
  large: boolean;
};

export function DropArea({ over, take, chooser, large }: Props) {
  const say = useWords();
  return (
    <div
      className={`flex items-center justify-center gap-x-5 gap-y-3 rounded-2xl border border-dashed px-5 text-center ${
        large ? "flex-col py-16" : "flex-wrap py-4"
      } ${over ? "border-accent bg-accent/8" : "border-quiet/50"}`}
    >
      {large && <h2 className="sr-only">{say("assets.empty")}</h2>}
      <p className={`flex items-center gap-2.5 font-semibold ${large ? "flex-col text-lg" : ""}`}>
        <Upload aria-hidden className={large ? "size-7 text-quiet" : "size-5 text-quiet"} />
        {say(over ? "assets.drop.now" : "assets.drop")}
      </p>
      <ChooseFiles label={say("assets.choose")} take={take} chooser={chooser} first={large} />
      {large && (
        <p className="max-w-xl text-quiet text-sm leading-relaxed">
          {say("assets.good")}
          <br />
          {say("assets.good.core")}
        </p>
      )}
    </div>
  );
}

type ChooseProps = {
  label: string;
  take: (files: File[]) => void;
  chooser?: RefObject<HTMLInputElement | null>;
  first?: boolean;
};

/** A button that is the browser's own chooser of files. */
export function ChooseFiles({ label, take, chooser, first = false }: ChooseProps) {
  return (
    <label className="button frame relative" data-kind={first ? "first" : undefined}>
      <input
        ref={chooser}
        type="file"
        multiple
        accept="image/png,.png"
        className="unseen w-full"
        onChange={(event) => {
          take([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      {label}
    </label>
  );
}
