import { lazy, Suspense } from "react";
import { Link, Route, Switch } from "wouter";
import { useTitle } from "@/shared/title";
import { useWords } from "@/shared/words/words";
import { Shell } from "./Shell";

const Gallery = lazy(() => import("@/features/gallery/Gallery"));
const JobPage = lazy(() => import("@/features/job/JobPage"));
const Styles = lazy(() => import("@/features/styles/Styles"));

export function App() {
  return (
    <Shell>
      <Suspense>
        <Switch>
          <Route path="/" component={Gallery} />
          <Route path="/jobs/:id">{({ id }) => <JobPage key={id} id={id} />}</Route>
          <Route path="/styles" component={Styles} />
          <Route component={Missing} />
        </Switch>
      </Suspense>
    </Shell>
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
