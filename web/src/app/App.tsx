// The gate, then the studio.
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useLive } from "@/shared/connection";
import { useSession } from "@/shared/session";
import { Refusal } from "@/shared/ui/Refusal";
import { loadAhead } from "./Places";
import { Shell } from "./Shell";

const ahead = loadAhead();

const Login = lazy(() => import("@/features/login/Login"));

/** Nothing is shown before it is known whether somebody may see it. When a session ends in the
 * middle, what is open stays as it is under the log-in, unseen, and so does the address. */
export function App() {
  const { data: session, error, refetch } = useSession();
  const [entered, setEntered] = useState(false);
  if (session?.through && !entered) setEntered(true);
  if (!session) return error && <Refusal error={error} again={() => refetch()} />;
  return (
    <>
      {entered && <Studio through={session.through} />}
      {!session.through && (
        <Suspense>
          <Login over={entered} />
        </Suspense>
      )}
    </>
  );
}

/** Places ask for what they show once they can hear of every change to it. */
function Studio({ through }: { through: boolean }) {
  const live = useLive(through);
  const [loaded, setLoaded] = useState(false);
  const [begun, setBegun] = useState(false);
  if (live !== "opening" && loaded && !begun) setBegun(true);
  useEffect(() => void ahead.then(() => setLoaded(true)), []);
  const last = useRef<EventTarget>(null);
  useEffect(() => {
    if (!through) return;
    // who logged in again is where they were
    if (last.current instanceof HTMLElement) last.current.focus();
    const remember = ({ target }: FocusEvent) => {
      last.current = target;
    };
    document.addEventListener("focusin", remember);
    return () => document.removeEventListener("focusin", remember);
  }, [through]);
  return (
    <div className={through ? undefined : "invisible"} inert={!through}>
      <Shell begun={begun} />
    </div>
  );
}
