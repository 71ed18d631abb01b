// A file before it is registered: as it is, and its opaque core alone, side by side.
import { useEffect, useState } from "react";
import { Board } from "@/shared/ui/Board";
import { useWords } from "@/shared/words/words";
import type { Examined } from "./api";
import { Share } from "./Share";

type Props = { file: File; examined: Examined | undefined };

export function CorePair({ file, examined }: Props) {
  const say = useWords();
  const core = examined?.core ?? "";
  const url = useDataUrl(core ? file : null);
  return (
    <div className="grid content-start gap-2">
      {examined && !core ? (
        <p className="grid aspect-[4/1] place-items-center rounded-xl bg-sunk text-quiet text-sm">
          {say("assets.row.no-picture")}
        </p>
      ) : (
        <div className="grid grid-cols-2 gap-2">
          <Side label={say("assets.row.artwork")} url={url} />
          <Side label={say("assets.row.core")} url={core || null} />
        </div>
      )}
      {/* of a file that cannot be taken the share would say nothing true */}
      {examined?.ok && core && <Share share={examined.core_share} />}
    </div>
  );
}

function Side({ label, url }: { label: string; url: string | null }) {
  return (
    <figure className="min-w-0">
      <Board className="aspect-square overflow-hidden rounded-xl ring-1 ring-line [--cell:7px]">
        {url && <img src={url} alt="" className="size-full object-contain p-2.5" />}
      </Board>
      <figcaption className="mt-1.5 text-quiet text-xs">{label}</figcaption>
    </figure>
  );
}

/** The file itself, to be shown: pictures of the page may come from here or from its own text. */
function useDataUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const reader = new FileReader();
    reader.onload = () => setUrl(reader.result as string);
    reader.readAsDataURL(file);
    return () => reader.abort();
  }, [file]);
  return url;
}
