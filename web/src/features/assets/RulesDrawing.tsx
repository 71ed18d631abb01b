// What the rules of use mean, drawn to scale: its own size and the smallest, each with its clear space.
import { useWords } from "@/shared/words/words";

/** The artwork in pixels, and a picture of it where there is one. */
export type Artwork = { width: number; height: number; src?: string | undefined };

type Props = { artwork: Artwork; minScale: number; clearSpace: number };

const WIDE = 200;
const HIGH = 104;

/** What is typed may be nothing yet, or no number that can be drawn. */
export function RulesDrawing({ artwork, minScale, clearSpace }: Props) {
  const say = useWords();
  const smallest = Math.min(1, Math.max(0.01, minScale || 0.1));
  const clear = Math.min(512, Math.max(0, clearSpace || 0));
  const { width, height } = artwork;
  const step = Math.min(WIDE / (width + 2 * clear), HIGH / (height + 2 * clear));
  const sizes = [
    { name: say("assets.rules.largest"), scale: 1 },
    { name: say("assets.rules.smallest"), scale: smallest },
  ];
  return (
    <figure className="rounded-xl bg-sunk px-4 py-3">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        {sizes.map(({ name, scale }) => (
          <div key={name} className="grid justify-items-start gap-1.5">
            <Clear artwork={artwork} clear={clear} step={step * scale} />
            <p className="text-xs">
              {name}{" "}
              <span className="text-quiet tabular-nums">
                {Math.round(width * scale)} × {Math.round(height * scale)}
              </span>
            </p>
          </div>
        ))}
      </div>
      {clear > 0 && (
        <figcaption className="mt-2 text-quiet text-xs">{say("assets.rules.about")}</figcaption>
      )}
    </figure>
  );
}

type ClearProps = { artwork: Artwork; clear: number; step: number };

/** A dashed line around what stays free; `step` is a pixel of the artwork, in pixels here. */
function Clear({ artwork: { width, height, src }, clear, step }: ClearProps) {
  const size = { width: Math.max(2, width * step), height: Math.max(2, height * step) };
  return (
    <div
      aria-hidden
      className={`border border-dashed ${clear > 0 ? "border-quiet" : "border-transparent"}`}
      style={{ padding: clear * step }}
    >
      {src ? (
        <img src={src} alt="" className="block max-w-none object-fill" style={size} />
      ) : (
        <div className="bg-quiet" style={size} />
      )}
    </div>
  );
}
