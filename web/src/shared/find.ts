// Finds names by a few of their letters, in Latin script and in Korean, where initials are enough.

/** How well a name fits, and the places in it that do. */
export type Found = { score: number; at: number[] };

const FIRST = 0xac00; // 가
const INITIALS = [..."ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"];
const VOWELS = 21;
const FINALS = 28;
// what a keyboard makes of two initials in a row
const PAIRS: Record<string, string> = {
  ㄳ: "ㄱㅅ",
  ㄵ: "ㄴㅈ",
  ㄶ: "ㄴㅎ",
  ㄺ: "ㄹㄱ",
  ㄻ: "ㄹㅁ",
  ㄼ: "ㄹㅂ",
  ㄽ: "ㄹㅅ",
  ㄾ: "ㄹㅌ",
  ㄿ: "ㄹㅍ",
  ㅀ: "ㄹㅎ",
  ㅄ: "ㅂㅅ",
};

/** Whether the typed sign may stand for the one of the name: itself, its initial (`ㅁ` for `만`),
 * or as much as was typed of it (`마` for `만`). */
function fits(typed: string, sign: string): boolean {
  if (typed === sign) return true;
  const whole = sign.charCodeAt(0) - FIRST;
  if (whole < 0 || whole >= INITIALS.length * VOWELS * FINALS) return false;
  if (INITIALS[Math.floor(whole / (VOWELS * FINALS))] === typed) return true;
  const begun = typed.charCodeAt(0) - FIRST;
  return begun >= 0 && begun % FINALS === 0 && Math.floor(whole / FINALS) === begun / FINALS;
}

const signs = (text: string): string[] => [...text.normalize("NFC").toLowerCase()];

/** What of `typed` counts: no spaces, and pairs of initials taken apart. */
function wanted(typed: string): string[] {
  return signs(typed)
    .flatMap((sign) => [...(PAIRS[sign] ?? sign)])
    .filter((sign) => sign.trim());
}

const WORD = 4;
const NEXT = 5;
const HIT = 1;

/** Where all of `typed` stands in `name` in its order; null when it does not. */
export function find(typed: string, name: string): Found | null {
  const query = wanted(typed);
  const text = signs(name);
  if (query.length === 0) return { score: 0, at: [] };
  let best: Found | null = null;
  for (let start = 0; start < text.length; start += 1) {
    if (!fits(query[0] as string, text[start] as string)) continue;
    const found = from(query, text, start);
    if (found && found.score > (best?.score ?? 0)) best = found;
  }
  return best;
}

/** The match that begins at `start` and goes on with the beginning of a word where one is left. */
function from(query: string[], text: string[], start: number): Found | null {
  const at: number[] = [];
  let score = 0;
  let place = start;
  for (const sign of query) {
    const next = nextOf(sign, text, place, at.length > 0);
    if (next < 0) return null;
    score += HIT + (begins(text, next) ? WORD : 0);
    if (at.length > 0 && next === place) score += NEXT;
    at.push(next);
    place = next + 1;
  }
  // of two names that fit as well, the shorter one is meant
  return { score: score - text.length / 100, at };
}

function nextOf(sign: string, text: string[], from: number, jumps: boolean): number {
  const here = text[from];
  if (here !== undefined && fits(sign, here)) return from;
  if (!jumps) return -1;
  const later = text.findIndex((it, i) => i > from && begins(text, i) && fits(sign, it));
  return later >= 0 ? later : text.findIndex((it, i) => i > from && fits(sign, it));
}

const begins = (text: string[], place: number): boolean =>
  place === 0 || !/[\p{L}\p{N}]/u.test(text[place - 1] as string);
