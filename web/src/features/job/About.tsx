import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { type Job, usePackNames } from "@/shared/api";
import { CopyChip } from "@/shared/ui/CopyChip";
import { When } from "@/shared/ui/When";
import type { Key } from "@/shared/words/en";
import { useWords } from "@/shared/words/words";

/** Where the job comes from: style, engine, times, notes, and the brief as it was typed. */
export function About({ job }: { job: Job }) {
  const say = useWords();
  const nameOf = usePackNames();
  return (
    <section>
      <h2 className="mb-2 font-semibold">{say("facts.title")}</h2>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-1.5 text-sm [&>dt]:text-quiet">
        <Fact name="facts.packs">
          {job.packs.length === 0 && say("facts.no-packs")}
          {job.packs.map((id) => (
            <Link key={id} href={`/styles#${id}`} className="mr-2 underline underline-offset-4">
              {nameOf(id)}
            </Link>
          ))}
        </Fact>
        <Fact name="facts.size">
          {job.width} × {job.height}
        </Fact>
        <Fact name="facts.engine">{job.engine}</Fact>
        <Fact name="facts.created">
          <When iso={job.created} />
        </Fact>
        {job.origin && (
          <Fact name="facts.origin">
            <Link href={`/jobs/${job.origin}`} className="underline underline-offset-4">
              {job.origin}
            </Link>
          </Fact>
        )}
        <Fact name="facts.id">
          <CopyChip text={job.id} />
        </Fact>
      </dl>
      {job.notes.length > 0 && (
        <>
          <h3 className="mt-5 mb-1 font-semibold text-sm">{say("notes.title")}</h3>
          <ul className="grid gap-1 text-quiet text-sm">
            {job.notes.map((note) => (
              <li key={note.message}>{note.message}</li>
            ))}
          </ul>
        </>
      )}
      <details className="group mt-5 text-sm">
        <summary className="flex min-h-6 list-none items-center gap-1 font-semibold [&::-webkit-details-marker]:hidden">
          <ChevronRight
            aria-hidden
            className="-ml-1 size-4 text-quiet group-open:rotate-90 motion-safe:transition-transform"
          />
          {say("brief.title")}
        </summary>
        <pre className="mt-2 whitespace-pre-wrap rounded-xl bg-sunk p-4 text-[0.8125rem] leading-relaxed">
          {job.brief}
        </pre>
      </details>
    </section>
  );
}

function Fact({ name, children }: { name: Key; children: ReactNode }) {
  const say = useWords();
  return (
    <>
      <dt>{say(name)}</dt>
      <dd className="min-w-0 tabular-nums">{children}</dd>
    </>
  );
}
