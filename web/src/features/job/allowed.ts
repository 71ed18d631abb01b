// The limits of a rule as people read them beside its figure.
import type { Finding } from "@/shared/api";
import { limit } from "@/shared/format";
import type { Say } from "@/shared/words/words";

export function allowed({ low, high, unit }: Finding, say: Say): string {
  if (low !== null && high !== null) {
    return say("checks.between", {
      low: unit === "%" ? low : limit(low, unit),
      high: limit(high, unit),
    });
  }
  if (low !== null) return say("checks.least", { low: limit(low, unit) });
  if (high === 0) return say("checks.none");
  return high === null ? "" : say("checks.most", { high: limit(high, unit) });
}
