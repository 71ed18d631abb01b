// Words that a designer need not know, each told in one line in `words/help`.
export const TERMS = [
  "brief",
  "concept",
  "pack",
  "candidate",
  "seed",
  "engine",
  "model",
  "alpha",
  "matte",
  "fringe",
  "decontamination",
  "trimap",
  "coverage",
  "core",
  "spp",
  "estimate",
] as const;
export type TermName = (typeof TERMS)[number];
