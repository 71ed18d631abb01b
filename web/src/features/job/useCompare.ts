// With which other picture a candidate is compared; it holds while one goes through candidates.
import { useState } from "react";
import { useSearchParams } from "wouter";
import type { Candidate, Job } from "@/shared/api";
import { useWords } from "@/shared/words/words";
import { type Comparing, otherName } from "./CompareBar";
import { apartOf, laid, others, pictureOf } from "./laying";
import type { Against } from "./Viewer";

export function useCompare(job: Job, candidate: Candidate) {
  const say = useWords();
  const [search] = useSearchParams();
  const [wanted, setWanted] = useState(() => asked(search.get("with")));
  const offered = candidate.final ? others(candidate, job.candidates) : [];
  // what there is not for this candidate gives way to what there is
  const [first] = offered;
  const other = wanted && (offered.includes(wanted.other) ? wanted.other : first);
  const comparing = wanted && other && { ...wanted, other };
  const picture = comparing && pictureOf(comparing.other, candidate, job.candidates);
  const start = () => first && setWanted({ other: first, mode: "slider" });
  const end = () => setWanted(undefined);
  const toggle = first ? () => (wanted ? end() : start()) : undefined;
  if (!comparing || !picture || !candidate.final) return { toggle, end };
  const name = otherName(comparing.other, say);
  const lies = laid(candidate.final, picture, apartOf(comparing.other, candidate));
  const against: Against = {
    picture,
    name,
    alt: `${job.concept}, ${name}`,
    laid: lies,
    mode: comparing.mode,
  };
  const difference = { first: candidate.final, second: picture, laid: lies };
  const bar = {
    offered,
    comparing,
    change: setWanted,
    ...(comparing.mode === "difference" && { difference }),
  };
  return { toggle, end, against, bar };
}

/** The address may name the other candidate, counted from 1. */
function asked(number: string | null): Comparing | undefined {
  const found = number && /^[1-9]\d{0,2}$/.test(number) ? Number(number) - 1 : undefined;
  return found === undefined ? undefined : { other: `${found}`, mode: "beside" };
}
