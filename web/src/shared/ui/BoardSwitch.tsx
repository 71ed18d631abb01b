import { Contrast, MessageCircle, X } from "lucide-react";
import { type CSSProperties, type ReactNode, useId } from "react";
import { forgetBanner, useBanner } from "@/shared/banner";
import { type Command, useCommands } from "@/shared/commands";
import {
  alphaShown,
  type Board,
  board,
  type Color,
  removeBrand,
  useAlphaShown,
  useBoard,
  useBrand,
} from "@/shared/preferences";
import { useWords } from "@/shared/words/words";
import { grounded } from "./Board";
import { OwnColor, OwnPhoto } from "./BoardOwn";

const PLAIN: Board[] = ["checker", "#ffffff", "#000000", "chat-light", "chat-dark"];
const NAMES = {
  checker: "board.checker",
  "#ffffff": "board.white",
  "#000000": "board.black",
  "chat-light": "board.chat-light",
  "chat-dark": "board.chat-dark",
  photo: "board.photo",
} as const;
const ROUND = "swatch relative grid size-7 place-items-center rounded-full border border-ink/20";
const CHOSEN =
  "has-checked:ring-2 has-checked:ring-ink has-checked:ring-offset-2 has-checked:ring-offset-paper";

type Props = {
  palette?: string[];
  /** It stands in a dialog that shows alpha in its own way. */
  modal?: boolean;
};

/** All that pictures may lie on: fixed grounds, the palette's and the brand's colors, one's own
 * photo. `B` goes to the next, Shift and `B` shows the alpha as gray. */
export function BoardSwitch({ palette = [], modal = false }: Props) {
  const say = useWords();
  const chosen = useBoard();
  const brand = useBrand();
  const photo = useBanner();
  const name = useId();
  const offered = [
    ...new Set<Board>([
      ...PLAIN,
      ...palette.map((color) => color.toLowerCase() as Color),
      ...brand,
      ...(photo ? (["photo"] as const) : []),
    ]),
  ];
  useBoardKeys(offered, modal);
  const label = (value: Board) => {
    if (value in NAMES) return say(NAMES[value as keyof typeof NAMES]);
    const own = brand.includes(value as Color);
    return say(own ? "board.brand" : "board.palette", { color: value });
  };
  return (
    <fieldset className="flex flex-wrap items-center gap-1.5 sm:gap-2" title={say("board.key")}>
      <legend className="sr-only">{say("board.label")}</legend>
      {offered.map((value) => (
        <Swatch
          key={value}
          group={name}
          ground={value}
          label={label(value)}
          chosen={value === chosen}
        />
      ))}
      <OwnColor className={ROUND} />
      {!photo && <OwnPhoto className={ROUND} />}
      {!modal && <AlphaToggle />}
      {brand.includes(chosen as Color) && (
        <Remove
          label={say("board.brand.remove", { color: chosen })}
          act={() => removeBrand(chosen as Color)}
        />
      )}
      {chosen === "photo" && photo && (
        <Remove label={say("board.photo.remove")} act={() => void forgetBanner()} />
      )}
    </fieldset>
  );
}

function AlphaToggle() {
  const say = useWords();
  return (
    <button
      type="button"
      aria-pressed={useAlphaShown()}
      aria-label={say("board.alpha")}
      title={say("board.alpha.key")}
      onClick={toggleAlpha}
      className="grid size-7 place-items-center rounded-full border border-line text-quiet aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
    >
      <Contrast aria-hidden className="size-3.5" />
    </button>
  );
}

const toggleAlpha = () => alphaShown.set(alphaShown.get() ? "" : "yes");

function useBoardKeys(offered: Board[], modal: boolean): void {
  const say = useWords();
  const next = () => offered[(offered.indexOf(board.get()) + 1) % offered.length] ?? "checker";
  const ground: Command = {
    id: "board.next",
    name: say("board.next"),
    group: "picture",
    keys: "b",
    modal,
    run: () => board.set(next()),
  };
  const alpha: Command = {
    id: "board.alpha",
    name: say("board.alpha"),
    group: "picture",
    keys: "shift+b",
    run: toggleAlpha,
  };
  useCommands(modal ? [ground] : [ground, alpha]);
}

type SwatchProps = { group: string; ground: Board; label: string; chosen: boolean };

function Swatch({ group, ground, label, chosen }: SwatchProps) {
  const { style, ...data } = grounded(ground);
  return (
    <label
      title={label}
      className={`${ROUND} ${CHOSEN} board`}
      {...data}
      style={{ "--cell": "5px", ...style } as CSSProperties}
    >
      {ground.startsWith("chat") && <MessageCircle aria-hidden className="size-3.5" />}
      <input
        type="radio"
        className="unseen"
        name={group}
        checked={chosen}
        onChange={() => board.set(ground)}
      />
      <span className="sr-only">{label}</span>
    </label>
  );
}

/** Stands there while what it takes away is chosen. */
function Remove({ label, act }: { label: string; act: () => void }): ReactNode {
  const remove = () => {
    act();
    board.set("checker");
  };
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      onClick={remove}
      className="grid size-7 place-items-center rounded-full text-quiet hover:bg-sunk hover:text-ink"
    >
      <X aria-hidden className="size-3.5" />
    </button>
  );
}
