// Which place an address means. Each is loaded when somebody goes there.
import { Suspense } from "react";
import { Link, Route, Switch, useSearchParams } from "wouter";
import { useJob } from "@/shared/api";
import { useTitle } from "@/shared/title";
import { useWords } from "@/shared/words/words";
import { part, Show } from "./Part";

const History = part(() => import("@/features/history/History"));
const Make = part(() => import("@/features/make/Make"));
const Styles = part(() => import("@/features/styles/Styles"));
const Assets = part(() => import("@/features/assets/Assets"));
const JobPage = part(() => import("@/features/job/JobPage"));
const Refine = part(() => import("@/features/refine/Refine"));

const BY_ADDRESS = { "": History, make: Make, styles: Styles, assets: Assets, jobs: JobPage };

/** Loads the place of the address, while the gate is still being asked. */
export async function loadAhead(): Promise<void> {
  const name = location.pathname.split("/")[1];
  await Object.entries(BY_ADDRESS)
    .find(([own]) => own === name)?.[1]
    .ahead();
}

/** All the others, once a person has what they came for: going there then takes no time. */
export const loadRest = (): void => {
  for (const place of [...Object.values(BY_ADDRESS), Refine]) void place.ahead();
};

export function Places() {
  return (
    <Switch>
      <Route path="/">
        <Show of={History} with={{}} />
      </Route>
      <Route path="/make">
        <Show of={Make} with={{}} />
      </Route>
      <Route path="/styles">
        <Show of={Styles} with={{}} />
      </Route>
      <Route path="/assets">
        <Show of={Assets} with={{}} />
      </Route>
      <Route path="/jobs/:id">{({ id }) => <Reviewed key={id} id={id} />}</Route>
      <Route component={Missing} />
    </Switch>
  );
}

/** A job, and the brush over it while the address says so and there is such a picture. */
function Reviewed({ id }: { id: string }) {
  const [search, setSearch] = useSearchParams();
  const named = search.get("candidate");
  const found = useJob(id).data?.candidates.find(({ index }) => String(index + 1) === named);
  const close = () =>
    setSearch(
      (now) => {
        now.delete("refine");
        return now;
      },
      { replace: true },
    );
  return (
    <>
      <Show of={JobPage} with={{ id }} />
      {search.has("refine") && found?.final && (
        <Suspense>
          <Show key={named} of={Refine} with={{ jobId: id, index: found.index, close }} />
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
