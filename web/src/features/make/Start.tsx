// What stands beside an empty form: pictures that were really drawn, each a brief to begin with.
import { Link } from "wouter";
import { usePacks } from "@/shared/api";
import { useLanguage } from "@/shared/preferences";
import { Board } from "@/shared/ui/Board";
import { useWords } from "@/shared/words/words";

const SHOWN = 8;

export function Start() {
  const say = useWords();
  const language = useLanguage();
  const packs = usePacks().data ?? [];
  // one that is asked for in the person's own language tells more
  const samples = packs.slice(0, SHOWN).flatMap((pack) => {
    const korean = pack.samples.find(({ concept }) => /[가-힣]/.test(concept));
    const other = pack.samples.find((sample) => sample !== korean);
    const sample = language === "ko" ? (korean ?? other) : (other ?? korean);
    return sample ? [{ pack, sample }] : [];
  });
  if (samples.length === 0) return null;
  return (
    <section aria-labelledby="make-start">
      <h2 id="make-start" className="font-semibold text-sm">
        {say("make.start")}
      </h2>
      <p className="text-[0.8125rem] text-quiet">{say("make.start.about")}</p>
      <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(11rem,100%),1fr))] gap-x-3 gap-y-5 max-sm:grid-cols-2">
        {samples.map(({ pack, sample }) => (
          <li key={sample.url} className="relative">
            <Board className="aspect-square overflow-hidden rounded-2xl p-[6%] ring-1 ring-line">
              <img src={sample.url} alt="" loading="lazy" className="size-full object-contain" />
            </Board>
            <Link
              href={`/make?sample=${encodeURIComponent(sample.name)}`}
              className="mt-1.5 block font-medium text-sm leading-snug after:absolute after:inset-0 after:rounded-2xl"
            >
              {sample.concept}
            </Link>
            <p className="text-[0.8125rem] text-quiet">{pack.name[language]}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
