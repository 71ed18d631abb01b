// What can be done in the review of a job, wherever its button or its key is.
import type { Selection } from "./selection";

export type Doing = {
  selection: Selection;
  /** Asks which kind of new seed it is to be. */
  renew: () => void;
  /** Opens what a ZIP is to hold. */
  pack: () => void;
};
