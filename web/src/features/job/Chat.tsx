import type { ReactNode } from "react";
import type { Size } from "@/shared/viewport";
import { useWords } from "@/shared/words/words";

/** A conversation is drawn at the size of a phone's. */
export const CHAT: Size = { width: 400, height: 560 };
const STICKER = 150;

type Props = { sticker: (longest: number) => ReactNode };

/** A messenger that nobody owns: the picture as a sticker, received and sent, without a bubble. */
export function Chat({ sticker }: Props) {
  const say = useWords();
  return (
    <div className="flex size-full flex-col justify-center gap-2 px-4 text-[13px] leading-snug">
      <Theirs time="11:20" face>
        <Bubble>{say("chat.ask")}</Bubble>
      </Theirs>
      <Theirs time="11:20">{sticker(STICKER)}</Theirs>
      <Mine time="11:21">
        <Bubble own>{say("chat.answer")}</Bubble>
      </Mine>
      <Mine time="11:21">{sticker(STICKER)}</Mine>
      <Theirs time="11:22" face>
        <Bubble>{say("chat.end")}</Bubble>
      </Theirs>
    </div>
  );
}

type Side = { time: string; face?: boolean; children: ReactNode };

function Theirs({ time, face, children }: Side) {
  return (
    <div className="flex items-end gap-2">
      <span
        className={`size-8 shrink-0 self-start rounded-full ${face ? "bg-(--bubble-own)" : ""}`}
      />
      {children}
      <Time>{time}</Time>
    </div>
  );
}

function Mine({ time, children }: Side) {
  return (
    <div className="flex items-end justify-end gap-2">
      <Time>{time}</Time>
      {children}
    </div>
  );
}

function Bubble({ own, children }: { own?: boolean; children: ReactNode }) {
  return (
    <p
      className={`max-w-60 rounded-2xl px-3 py-2 ${own ? "rounded-br-sm bg-(--bubble-own)" : "rounded-tl-sm bg-(--bubble)"}`}
    >
      {children}
    </p>
  );
}

function Time({ children }: { children: string }) {
  return <span className="text-[10px] tabular-nums opacity-75">{children}</span>;
}
