// Which place an address means. Each is loaded when somebody goes there.
import { lazy, Suspense } from "react";
import { Link, Route, Switch, useSearchParams } from "wouter";
import { useTitle } from "@/shared/title";
import { useWords } from "@/shared/words/words";

const PARTS = {
  history: () => import("@/features/history/History"),
  make: () => import("@/features/make/Make"),
  styles: () => import("@/features/styles/Styles"),
  assets: () => import("@/features/assets/Assets"),
  jobs: () => import("@/features/job/JobPage"),
};
const History = lazy(PARTS.history);
const Make = lazy(PARTS.make);
const Styles = lazy(PARTS.styles);
const Assets = lazy(PARTS.assets);
const JobPage = lazy(PARTS.jobs);

const Refine = lazy(() => import("@/features/refine/Refine"));

/** Begins to load the place of the address, while the gate is still being asked. */
export function loadAhead(): void {
  const name = location.pathname.split("/")[1] || "history";
  const part = Object.entries<() => Promise<unknown>>(PARTS).find(([own]) => own === name);
  // a part that cannot be loaded says so when it is shown
  part?.[1]().catch(() => {});
}

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
