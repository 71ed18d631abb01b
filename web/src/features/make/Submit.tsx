// The way to have it made, with what it would take beside it.
import { CircleAlert, LoaderCircle } from "lucide-react";
import { useLanguage } from "@/shared/preferences";
import { useWords } from "@/shared/words/words";
import { useAssets } from "./api";
import { told } from "./estimate";
import { FaultLine } from "./Field";
import { useForm } from "./form";
import { calledOf } from "./library";
import { given, showCard } from "./State";
import { useWide } from "./useWide";

const MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** It stays in sight below the form, however long that is, unless the window is so low (or zoomed so
 * far) that nothing of the form would be left. */
export function Submit({ pending }: { pending: boolean }) {
  const say = useWords();
  const { draft, faults } = useForm();
  return (
    <div className="sticky bottom-(--below,0px) [@media(max-height:30rem)]:static z-5 -mx-4 grid gap-2 border-line border-t bg-paper px-4 pt-3 pb-4 sm:-mx-8 sm:px-8 lg:-mx-1 lg:px-1">
      {faults.whole && (
        <ul id="make-whole" tabIndex={-1} role="alert" className="rounded-lg bg-bad/10 px-3 py-2">
          {faults.whole.map((fault) => (
            <FaultLine key={fault.code + fault.message} fault={fault} />
          ))}
        </ul>
      )}
      <NotExact />
      <div className="flex items-center gap-4">
        <button
          type="submit"
          data-kind="first"
          className="button min-h-11! shrink-0 px-5!"
          aria-disabled={pending || undefined}
          aria-keyshortcuts={MAC ? "Meta+Enter" : "Control+Enter"}
        >
          {pending && <LoaderCircle aria-hidden className="size-4 motion-safe:animate-spin" />}
          {say("make.verb", { count: draft.count })}
          <span aria-hidden className="text-xs opacity-60 max-sm:hidden">
            {MAC ? "⌘↵" : "Ctrl ↵"}
          </span>
        </button>
        <Takes />
      </div>
    </div>
  );
}

const LINK = "min-h-6 max-w-full truncate text-left text-accent hover:underline";

/** Which brand pictures will not be byte for byte, each with the way to its settings. */
function NotExact() {
  const say = useWords();
  const { draft, placed, activate } = useForm();
  const assets = useAssets(draft.assets.length > 0).data ?? [];
  const other = placed.flatMap((at, place) => {
    const use = draft.assets[place];
    return at && use && given(at) !== "make.given.exact" ? [{ at, place, use }] : [];
  });
  const shown = useWide() ? 2 : 1;
  const next = other[shown];
  const show = ({ use, place }: (typeof other)[number]) => {
    activate(use.asset);
    showCard(place);
  };
  if (other.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-[0.8125rem] leading-snug">
      <span className="text-quiet">{say("make.not-exact")}</span>
      {other.slice(0, shown).map((one) => (
        <button key={one.use.asset} type="button" className={LINK} onClick={() => show(one)}>
          {`${calledOf(assets, one.use.asset)} (${say(given(one.at))})`}
        </button>
      ))}
      {next && (
        <button type="button" className={LINK} onClick={() => show(next)}>
          {say("job.more", { count: other.length - shown })}
        </button>
      )}
    </p>
  );
}

function Takes() {
  const say = useWords();
  const language = useLanguage();
  const { checked, checkFailed } = useForm();
  if (checkFailed) {
    return (
      <p className="flex items-start gap-1.5 text-[0.8125rem] text-quiet leading-snug">
        <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
        {say("make.unchecked")}
      </p>
    );
  }
  if (!checked) return null;
  const [first, ...rest] = told(checked.estimate, say, language);
  const { basis } = checked.estimate;
  return (
    <p className="min-w-0 text-[0.8125rem] leading-snug" title={basis.hint || undefined}>
      <span className="font-medium">{[first, ...rest].filter(Boolean).join(" · ")}</span>
      <span className="block text-quiet">{basis.message}</span>
    </p>
  );
}
