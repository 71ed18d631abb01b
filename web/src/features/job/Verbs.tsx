// The three things to do with a candidate that is nearly right.
import { Brush, Dices, LockKeyhole } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Candidate, Job } from "@/shared/api";
import { useWords } from "@/shared/words/words";
import { keepAt, refineAt } from "./addresses";

type Props = { job: Job; candidate: Candidate; renew: () => void; small?: boolean };

export function Verbs({ job, candidate, renew, small }: Props) {
  const say = useWords();
  const look = small ? "chip min-h-8! justify-center hover:bg-sunk" : "button";
  const icon = "size-4 shrink-0 text-quiet";
  return (
    <div className={small ? "flex flex-wrap gap-1.5 [&>*]:grow" : "grid gap-2"}>
      {job.can_rerun && (
        <>
          <Verb to={keepAt(job, candidate)} className={look} title={say("verb.keep.about")}>
            {!small && <LockKeyhole aria-hidden className={icon} />}
            {say(small ? "verb.keep.short" : "verb.keep")}
          </Verb>
          <button type="button" className={look} title={say("verb.new.about")} onClick={renew}>
            {!small && <Dices aria-hidden className={icon} />}
            {say("verb.new")}
          </button>
        </>
      )}
      {candidate.final && (
        <Verb to={refineAt(job, candidate)} className={look} title={say("verb.refine.about")}>
          {!small && <Brush aria-hidden className={icon} />}
          {say("verb.refine")}
        </Verb>
      )}
    </div>
  );
}

type VerbProps = { to: string; className: string; title: string; children: ReactNode };

function Verb({ to, className, title, children }: VerbProps) {
  return (
    <Link href={to} className={className} title={title}>
      {children}
    </Link>
  );
}
