import { WifiOff } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { announce } from "@/shared/announce";
import { useConnection } from "@/shared/connection";
import { useWords } from "@/shared/words/words";

const UNNOTICED_MS = 2000; // a blink of the network is nobody's business

/** Says quietly that what is shown may be old, and to screen readers when it is not any more. */
export function Connection() {
  const say = useWords();
  const isLost = useConnection() === "lost";
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(isLost), isLost ? UNNOTICED_MS : 0);
    return () => clearTimeout(timer);
  }, [isLost]);
  const told = useRef(false);
  useEffect(() => {
    if (shown === told.current) return;
    told.current = shown;
    announce(say(shown ? "connection.lost" : "connection.back"));
  }, [shown, say]);
  if (!shown) return null;
  return (
    <p className="chip text-quiet" title={say("connection.lost")}>
      <WifiOff aria-hidden className="size-3.5" />
      <span className="max-sm:sr-only">{say("connection.lost")}</span>
    </p>
  );
}
