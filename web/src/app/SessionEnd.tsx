// Ten minutes before the session ends, the bar says so and lets a person log in again at once.
import { Clock } from "lucide-react";
import { useEffect, useState } from "react";
import { PasswordForm } from "@/features/login/PasswordForm";
import { announce } from "@/shared/announce";
import { useSessionEnd } from "@/shared/session";
import { Sheet } from "@/shared/ui/Sheet";
import { useWords } from "@/shared/words/words";

const WARN_MS = 10 * 60_000;
const MINUTE_MS = 60_000;

export function SessionEnd() {
  const say = useWords();
  const minutes = useMinutesLeft();
  const [asking, setAsking] = useState(false);
  const warned = minutes !== null;
  useEffect(() => {
    if (warned) announce(say("session.ends", { minutes: WARN_MS / MINUTE_MS }));
    else setAsking(false);
  }, [warned, say]);
  if (minutes === null) return null;
  return (
    <>
      <button type="button" className="chip mr-1" onClick={() => setAsking(true)}>
        <Clock aria-hidden className="size-3.5 text-quiet" />
        {say("session.ends.short", { minutes })}
      </button>
      {asking && (
        <Sheet
          kind="top"
          title={say("session.renew")}
          about={<p className="text-quiet text-sm">{say("session.ends", { minutes })}</p>}
          closed={() => setAsking(false)}
        >
          <div className="px-5 pb-5">
            <PasswordForm passed={() => setAsking(false)} />
          </div>
        </Sheet>
      )}
    </>
  );
}

/** Minutes until the session ends, in its last ten; null before. */
function useMinutesLeft(): number | null {
  const end = useSessionEnd();
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      clearTimeout(timer);
      const ms = end === null ? Number.POSITIVE_INFINITY : end - Date.now();
      setLeft(ms > WARN_MS ? null : Math.max(0, Math.ceil(ms / MINUTE_MS)));
      if (Number.isFinite(ms) && ms > 0) {
        timer = setTimeout(look, ms > WARN_MS ? ms - WARN_MS : ms % MINUTE_MS || MINUTE_MS);
      }
    };
    look();
    // a machine that slept has not counted
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [end]);
  return left;
}
