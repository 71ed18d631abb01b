import { lazy, Suspense } from "react";
import { Link, Route, Switch } from "wouter";
import { useLive } from "@/shared/connection";
import { useSession } from "@/shared/session";
import { useTitle } from "@/shared/title";
import { Refusal } from "@/shared/ui/Refusal";
import { useWords } from "@/shared/words/words";
import { Shell } from "./Shell";

const Gallery = lazy(() => import("@/features/gallery/Gallery"));
const JobPage = lazy(() => import("@/features/job/JobPage"));
const Login = lazy(() => import("@/features/login/Login"));
const Styles = lazy(() => import("@/features/styles/Styles"));

/** The gate, then the places. The address stays, so a person lands where they wanted to be. */
export function App() {
  const { data: session, error, refetch } = useSession();
  return (
    <Shell session={session}>
      <Suspense>
        {!session && error && <Refusal error={error} again={() => refetch()} />}
        {session && (session.through ? <Places /> : <Login />)}
      </Suspense>
    </Shell>
  );
}

function Places() {
  if (useLive() === "opening") return null;
  return (
    <Switch>
      <Route path="/" component={Gallery} />
      <Route path="/jobs/:id">{({ id }) => <JobPage key={id} id={id} />}</Route>
      <Route path="/styles" component={Styles} />
      <Route component={Missing} />
    </Switch>
  );
}

function Missing() {
  const say = useWords();
  useTitle(say("missing.title"));
  return (
    <div className="py-24 text-center">
      <h1 className="font-semibold text-2xl">{say("missing.title")}</h1>
      <Link href="/" className="button mt-6">
        {say("missing.back")}
      </Link>
    </div>
  );
}
