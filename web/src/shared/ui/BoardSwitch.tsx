import { Pipette } from "lucide-react";
import { type CSSProperties, useId } from "react";
import { useKeys } from "@/shared/keys";
import { type Board, board, useBoard } from "@/shared/preferences";
import { useWords } from "@/shared/words/words";

const PLAIN: Board[] = ["checker", "#ffffff", "#000000"];
const NAMES = {
  checker: "board.checker",
  "#ffffff": "board.white",
  "#000000": "board.black",
} as const;

/** Checkerboard, white, black, the palette's colours, and one of one's own; `B` cycles. */
export function BoardSwitch({ palette = [] }: { palette?: string[] }) {
  const say = useWords();
  const chosen = useBoard();
  const name = useId();
  const colours = palette.map((colour) => colour.toLowerCase() as Board);
  const offered = [...new Set([...PLAIN, ...colours])];
  const own = offered.includes(chosen) ? undefined : chosen;
  const next = offered[(offered.indexOf(chosen) + 1) % offered.length] ?? "checker";
  useKeys([["b", () => board.set(next)]]);
  const label = (value: Board) =>
    value in NAMES
      ? say(NAMES[value as keyof typeof NAMES])
      : say("board.palette", { colour: value });

  return (
    <fieldset className="flex flex-wrap items-center gap-1.5 sm:gap-2" title={say("board.key")}>
      <legend className="sr-only">{say("board.label")}</legend>
      {offered.map((value) => (
        <label
          key={value}
          title={label(value)}
          className="swatch board relative size-7 rounded-full border border-ink/20 has-checked:ring-2 has-checked:ring-ink has-checked:ring-offset-2 has-checked:ring-offset-paper"
          data-board={value === "checker" ? "checker" : "colour"}
          style={
            { "--cell": "5px", ...(value !== "checker" && { "--board": value }) } as CSSProperties
          }
        >
          <input
            type="radio"
            className="unseen"
            name={name}
            checked={value === chosen}
            onChange={() => board.set(value)}
          />
          <span className="sr-only">{label(value)}</span>
        </label>
      ))}
      <label
        title={say("board.own")}
        className={`swatch relative grid size-7 place-items-center overflow-hidden rounded-full border border-ink/20 bg-panel ${own ? "ring-2 ring-ink ring-offset-2 ring-offset-paper" : ""}`}
        style={own ? { background: own } : undefined}
      >
        {!own && <Pipette aria-hidden className="size-3.5 text-quiet" />}
        <span className="sr-only">{say("board.own")}</span>
        <input
          type="color"
          className="unseen size-full"
          value={own ?? "#ff6b4a"}
          onChange={(event) => board.set(event.target.value as Board)}
        />
      </label>
    </fieldset>
  );
}
