// The gate, then the studio.
import { lazy, Suspense, useState } from "react";
import { useLive } from "@/shared/connection";
import { useSession } from "@/shared/session";
import { Refusal } from "@/shared/ui/Refusal";
import { loadAhead } from "./Places";
import { Shell } from "./Shell";

loadAhead();

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
  const [begun, setBegun] = useState(false);
  if (live !== "opening" && !begun) setBegun(true);
  return (
    <div className={through ? undefined : "invisible"} inert={!through}>
      <Shell begun={begun} />
    </div>
  );
}
