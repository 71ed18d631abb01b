import { Link } from "wouter";
import { type Pack, usePackNames, usePacks } from "@/shared/api";
import { useLanguage } from "@/shared/preferences";
import { useWords } from "@/shared/words/words";

/** The list before the first job: what the studio makes, and where it is made. */
export function Empty() {
  const say = useWords();
  const nameOf = usePackNames();
  const packs = (usePacks().data ?? []).filter((pack) => pack.samples.length > 0).slice(0, 4);
  return (
    <section className="mx-auto grid max-w-3xl justify-items-center gap-6 py-16 text-center">
      <div>
        <h2 className="font-semibold text-2xl tracking-tight">{say("history.empty.title")}</h2>
        <p className="mt-2 text-quiet">{say("history.empty.text")}</p>
      </div>
      <Link href="/make" className="button" data-kind="first">
        {say("history.empty.make")}
      </Link>
      <ul className="mt-4 grid w-full grid-cols-2 gap-4 sm:grid-cols-4">
        {packs.map((pack) => (
          <li key={pack.id}>
            <SampleOf pack={pack} name={nameOf(pack.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A picture that this style really made, and the brief that made it. */
function SampleOf({ pack, name }: { pack: Pack; name: string }) {
  const korean = useLanguage() === "ko";
  // one that is asked for in the person's own language tells more
  const sample =
    pack.samples.find(({ concept }) => /[가-힣]/.test(concept) === korean) ?? pack.samples[0];
  if (!sample) return null;
  return (
    <Link
      href={`/make?sample=${encodeURIComponent(sample.name)}`}
      className="group block text-left"
    >
      <span
        className="board block aspect-square rounded-2xl p-[10%] ring-1 ring-line group-hover:ring-quiet"
        data-board="checker"
      >
        <img src={sample.url} alt="" className="size-full object-contain" />
      </span>
      <span className="mt-2 block font-medium text-sm">{name}</span>
      <span className="block truncate text-quiet text-sm">{sample.concept}</span>
    </Link>
  );
}

/** A filter that lets no job through, and the way out of it. */
export function Nothing({ clear }: { clear: () => void }) {
  const say = useWords();
  return (
    <div className="py-24 text-center">
      <h2 className="font-semibold text-xl">{say("filter.nothing")}</h2>
      <p className="mt-1 text-quiet">{say("history.nothing.text")}</p>
      <button type="button" className="button mt-5" onClick={clear}>
        {say("filter.clear")}
      </button>
    </div>
  );
}
