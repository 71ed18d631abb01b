// What a job would take, in words.
import { duration, lengths } from "@/shared/format";
import type { Language } from "@/shared/preferences";
import type { Say } from "@/shared/words/words";
import type { Estimate } from "./api";

/** "20–40 seconds", "2–3 minutes": both ends in one unit, rounded as people guess. */
export function span(low: number, high: number, language: Language): string {
  const [unit, size, step] =
    high < 90
      ? (["second", 1, high < 10 ? 1 : 5] as const)
      : high < 5400
        ? (["minute", 60, 1] as const)
        : (["hour", 3600, 1] as const);
  const round = (seconds: number) => Math.max(step, Math.round(seconds / size / step) * step);
  const format = lengths[unit](language);
  const [least, most] = [round(low), round(high)];
  return least === most ? format.format(most) : format.formatRange(least, most);
}

/** Time, then cost, then what has to be waited for; nothing is said that is not known. */
export function told(estimate: Estimate, say: Say, language: Language): string[] {
  const { seconds, cost, waits_s: waits, cold_start_s: cold } = estimate;
  return [
    ...(seconds ? [say("make.time", { time: span(seconds.low, seconds.high, language) })] : []),
    ...(cost ? [price(cost, say, language)] : []),
    ...(waits ? [say("make.waits", { time: duration(waits, language) })] : []),
    ...(cold ? [say("make.cold", { time: duration(cold, language) })] : []),
  ];
}

function price({ amount, currency }: NonNullable<Estimate["cost"]>, say: Say, language: Language) {
  if (amount === 0) return say("make.free");
  const format = new Intl.NumberFormat(language, {
    style: "currency",
    currency,
    // a cent has digits behind it here
    maximumSignificantDigits: 2,
  });
  return say("make.cost", { cost: format.format(amount) });
}
