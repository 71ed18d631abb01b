// Which place an address means. Each is loaded when somebody goes there.
import { type ComponentType, lazy, Suspense } from "react";
import { Link, Route, Switch, useSearchParams } from "wouter";
import { useTitle } from "@/shared/title";
import { useWords } from "@/shared/words/words";

const History = lazy(() => import("@/features/history/History"));
const JobPage = lazy(() => import("@/features/job/JobPage"));
const Styles = lazy(() => import("@/features/styles/Styles"));

type Room<Props> = () => Promise<{ default: ComponentType<Props> }>;
type Over = { jobId: string; index: number; close: () => void };

// a place that is not there leads to "there is nothing here"
const rooms = import.meta.glob(["../features/{make/Make,assets/Assets,refine/Refine}.tsx"]);
function room<Props = object>(name: string): ComponentType<Props> {
  const found = rooms[`../features/${name}.tsx`] as Room<Props> | undefined;
  return lazy(found ?? (async () => ({ default: Missing as ComponentType<Props> })));
}
const Make = room("make/Make");
const Assets = room("assets/Assets");
const Refine = room<Over>("refine/Refine");

export function Places() {
  return (
    <Switch>
      <Route path="/" component={History} />
      <Route path="/make" component={Make} />
      <Route path="/styles" component={Styles} />
      <Route path="/assets" component={Assets} />
      <Route path="/jobs/:id">{({ id }) => <Reviewed key={id} id={id} />}</Route>
      <Route component={Missing} />
    </Switch>
  );
}

/** A job, and the brush over it while the address says so. */
function Reviewed({ id }: { id: string }) {
  const [search, setSearch] = useSearchParams();
  const candidate = Number(search.get("candidate"));
  const close = () =>
    setSearch((now) => {
      now.delete("refine");
      return now;
    });
  return (
    <>
      <JobPage id={id} />
      {search.has("refine") && candidate >= 1 && (
        <Suspense>
          <Refine key={candidate} jobId={id} index={candidate - 1} close={close} />
        </Suspense>
      )}
    </>
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
