// Brand pictures: those that are chosen with all that is asked for them, and the library to choose
// from. They are never drawn by a model.
import { ChevronDown, Library, LoaderCircle } from "lucide-react";
import { useId, useState } from "react";
import { useWords } from "@/shared/words/words";
import { AssetCard } from "./AssetCard";
import { FaultList } from "./AssetFaults";
import { AssetPicker, Empty } from "./AssetPicker";
import { useAssets } from "./api";
import { MOST } from "./draft";
import { Group, idOf } from "./Field";
import { fieldOf } from "./faults";
import { useForm } from "./form";
import { LayoutView } from "./LayoutView";
import { useReturn } from "./useReturn";
import { useWide } from "./useWide";

export function Assets() {
  const say = useWords();
  const { draft, model, faults } = useForm();
  const wide = useWide();
  const deaf = model?.capabilities?.assets === false;
  const { data: assets, isPending } = useAssets(true);
  useReturn();
  const chosen = draft.assets.length;
  // what is wrong with one of them stands at that one
  const whole = faults.assets?.filter(({ field }) => fieldOf(field)?.index === null) ?? [];
  const about = deaf ? "make.assets.not" : "make.assets.about";
  return (
    <Group
      name="assets"
      label={say("make.assets")}
      hint={say(about)}
      aside={chosen > 0 && `${chosen} / ${MOST.assets}`}
      told={whole}
    >
      <FaultList id={`${idOf("assets")}-faults`} faults={whole} />
      {!wide && <LayoutView />}
      {chosen > 0 && <Chosen />}
      {!deaf && isPending && <Reading />}
      {!deaf && assets?.length === 0 && chosen === 0 && <Empty />}
      {!deaf && assets && (assets.length > 0 || chosen > 0) && <Choose />}
    </Group>
  );
}

function Chosen() {
  const say = useWords();
  const { assets } = useForm().draft;
  return (
    <>
      {assets.length > 1 && (
        <p className="text-quiet text-xs">{say("make.assets.order", { last: assets.length })}</p>
      )}
      <ol className="grid gap-2">
        {assets.map((use, place) => (
          <AssetCard key={use.asset} use={use} place={place} />
        ))}
      </ol>
    </>
  );
}

/** The library, opened when somebody wants to choose. */
function Choose() {
  const say = useWords();
  const { draft } = useForm();
  const [open, setOpen] = useState(false);
  const picker = useId();
  const verb = draft.assets.length > 0 ? "make.assets.another" : "make.assets.choose";
  return (
    <div className="grid gap-2">
      <button
        type="button"
        className="button w-full justify-between!"
        aria-expanded={open}
        aria-controls={open ? picker : undefined}
        onClick={() => setOpen(!open)}
      >
        <span className="flex items-center gap-2">
          <Library aria-hidden className="size-4 text-quiet" />
          {say(verb)}
        </span>
        <ChevronDown aria-hidden className={`size-4 text-quiet ${open ? "rotate-180" : ""}`} />
      </button>
      {open && <AssetPicker id={picker} />}
    </div>
  );
}

function Reading() {
  const say = useWords();
  return (
    <p className="flex items-center gap-2 text-quiet text-sm transition-opacity delay-500 starting:opacity-0">
      <LoaderCircle aria-hidden className="size-4 motion-safe:animate-spin" />
      {say("loading")}
    </p>
  );
}
