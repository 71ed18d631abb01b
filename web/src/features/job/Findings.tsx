import { Check, LocateFixed, ScanSearch, X } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Candidate, Finding, Job } from "@/shared/api";
import type { TermName } from "@/shared/glossary";
import { Term } from "@/shared/ui/Term";
import { useWords } from "@/shared/words/words";
import { briefAt, refineAt } from "./addresses";
import { allowed } from "./allowed";
import { accused, brandsOf, isBrandRule } from "./brand";
import { roomOf, type Sought } from "./sought";

type Props = {
  job: Job;
  candidate: Candidate;
  renew: () => void;
  showPlace: () => void;
  sought: Sought;
};

/** Every rule with its figure and its limits; what did not pass stands first, with advice, the place
 * of the fault and one button that does what the advice says. */
export function Findings({ job, candidate, renew, showPlace, sought }: Props) {
  const say = useWords();
  const ordered = [...candidate.checks].sort((a, b) => Number(a.passed) - Number(b.passed));
  return (
    <section>
      <h2 className="mb-2 font-semibold">{say("checks.title")}</h2>
      <ul className="divide-y divide-line border-line border-y">
        {ordered.map((check) => (
          <Row key={check.rule} check={check}>
            {check.marked && candidate.marks && (
              <button type="button" className="chip" onClick={showPlace}>
                <ScanSearch aria-hidden className="size-3.5 text-quiet" />
                {say("checks.place")}
              </button>
            )}
            {isBrandRule(check.rule) && <Where candidate={candidate} sought={sought} />}
            <Does act={check.act} job={job} candidate={candidate} renew={renew} />
          </Row>
        ))}
      </ul>
    </section>
  );
}

/** Outlines the brand picture that a rule is about. */
function Where({ candidate, sought }: Pick<Props, "candidate" | "sought">) {
  const say = useWords();
  const index = accused(brandsOf(candidate));
  if (index === undefined || !roomOf(candidate, index)) return null;
  return (
    <button
      type="button"
      className="chip aria-pressed:border-ink aria-pressed:bg-sunk"
      aria-pressed={sought.pinned === index}
      onClick={() => sought.pin(index)}
    >
      <LocateFixed aria-hidden className="size-3.5 text-quiet" />
      {say("brand.find")}
    </button>
  );
}

type DoesProps = Omit<Props, "showPlace" | "sought"> & { act: Finding["act"] };

/** The button that does the hint; none where nothing here can. */
function Does({ act, job, candidate, renew }: DoesProps) {
  const say = useWords();
  if (!act || (act !== "refine" && !job.can_rerun) || (act === "refine" && !candidate.final))
    return null;
  const name = say(`act.${act}`);
  if (act === "new_seed") {
    return (
      <button type="button" className="chip font-medium" onClick={renew}>
        {name}
      </button>
    );
  }
  return (
    <Link
      href={act === "refine" ? refineAt(job, candidate) : briefAt(job)}
      className="chip font-medium hover:bg-sunk"
    >
      {name}
    </Link>
  );
}

/** What a designer need not know of what a rule looks at. */
const TERMS: Record<string, TermName | undefined> = {
  coverage: "coverage",
  fringe: "fringe",
  residue: "decontamination",
  soft_alpha: "alpha",
  "asset-core": "core",
};

function Row({ check, children }: { check: Finding; children: ReactNode }) {
  const say = useWords();
  const Mark = check.passed ? Check : X;
  const term = TERMS[check.rule];
  return (
    <li className="py-2 text-sm" title={check.message}>
      <div className="flex items-baseline gap-2">
        <Mark
          aria-hidden
          strokeWidth={3}
          className={`size-3.5 shrink-0 self-center ${check.passed ? "text-good" : "text-bad"}`}
        />
        <span className="sr-only">{say(check.passed ? "checks.passed" : "checks.failed")}</span>
        <span className={check.passed ? "" : "font-semibold"}>
          {term ? <Term name={term}>{check.name}</Term> : check.name}
        </span>
        <span className="ml-auto font-medium tabular-nums">{check.figure}</span>
        <span className="w-28 text-right text-quiet tabular-nums">{allowed(check, say)}</span>
      </div>
      {!check.passed && (
        <div className="mt-1.5 mb-1 grid gap-2 rounded-lg bg-bad/10 px-3 py-2.5 text-ink">
          <p>
            {check.message} <span className="block text-quiet">{check.hint}</span>
          </p>
          <div className="flex flex-wrap gap-1.5 empty:hidden">{children}</div>
        </div>
      )}
    </li>
  );
}
