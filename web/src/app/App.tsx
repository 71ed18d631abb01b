// The gate, then the places.
import { lazy, Suspense } from "react";
import { useLive } from "@/shared/connection";
import { useSession } from "@/shared/session";
import { Refusal } from "@/shared/ui/Refusal";
import { Places } from "./Places";
import { Shell } from "./Shell";

const Login = lazy(() => import("@/features/login/Login"));

/** The address stays at the gate, so a person lands where they wanted to be. */
export function App() {
  const { data: session, error, refetch } = useSession();
  return (
    <Shell session={session}>
      <Suspense>
        {!session && error && <Refusal error={error} again={() => refetch()} />}
        {session && (session.through ? <Inside /> : <Login />)}
      </Suspense>
    </Shell>
  );
}

function Inside() {
  return useLive() === "opening" ? null : <Places />;
}
