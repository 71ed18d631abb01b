// The form of a brief on one side; on the other what its words became, and what was asked for.
import { Eraser, ImagePlus } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { announce } from "@/shared/announce";
import { useCommands } from "@/shared/commands";
import { useTitle } from "@/shared/title";
import { useWords } from "@/shared/words/words";
import { Assets } from "./Assets";
import { useCreate } from "./api";
import { Seed } from "./Choices";
import { Campaign, Concept } from "./Concept";
import { EMPTY, isEmpty, MOST } from "./draft";
import { idOf } from "./Field";
import { FilledLine } from "./FilledLine";
import { type ByField, FOLDED, firstOf } from "./faults";
import { FormProvider, useForm, useNewForm } from "./form";
import { LayoutView } from "./LayoutView";
import { Made } from "./Made";
import { More } from "./More";
import { Packs } from "./Packs";
import { DropZone } from "./References";
import { Start } from "./Start";
import { Submit } from "./Submit";
import { type Uploads, useUploads } from "./uploads";
import { useAsked } from "./useAsked";
import { useDragging, usePasted } from "./useFiles";
import { useFilling } from "./useFilling";
import { useWide } from "./useWide";
import { Words } from "./Words";

const ONE_WISH_MS = 700;

export default function Make() {
  const say = useWords();
  const form = useNewForm();
  const { asked, add, forget } = useAsked();
  const [latest, ...earlier] = asked;
  const [fresh, setFresh] = useState("");
  const made = (id: string) => {
    add(id);
    setFresh(id);
  };
  const wide = useWide();
  useTitle(say("make.title"));
  return (
    <FormProvider value={form}>
      <div className="grid items-start gap-x-12 gap-y-10 pt-8 lg:grid-cols-[26rem_minmax(0,1fr)]">
        <BriefForm wide={wide} made={made} />
        <div className="grid gap-10 lg:sticky lg:top-14 lg:max-h-[calc(100dvh-3.5rem)] lg:overflow-y-auto lg:p-1 lg:pb-10">
          {latest && (
            <Made
              key={latest}
              id={latest}
              forget={forget}
              {...(latest === fresh && { reveal: wide ? "nearest" : "start" })}
            />
          )}
          {wide && <LayoutView legend />}
          {wide && <Words />}
          {earlier.map((id) => (
            <Made key={id} id={id} forget={forget} />
          ))}
          {asked.length === 0 && !form.draft.concept && <Start />}
        </div>
      </div>
    </FormProvider>
  );
}

function BriefForm({ wide, made }: { wide: boolean; made: (id: string) => void }) {
  const form = useForm();
  const filling = useFilling(form);
  const create = useCreate();
  const more = useRef<HTMLDetailsElement>(null);
  const element = useRef<HTMLFormElement>(null);
  const openMore = () => {
    if (more.current) more.current.open = true;
  };
  const uploads = useReferences(openMore);
  const submit = useSubmit(create, made, openMore);
  useKeys(element);
  return (
    <form
      ref={element}
      noValidate
      aria-label={useWords()("make.title")}
      className="grid gap-6"
      onSubmit={submit}
      onKeyDown={keepUnsent}
    >
      <Head />
      <FilledLine filling={filling} />
      <Concept />
      {!wide && <Words />}
      <Campaign />
      <Packs />
      <Assets />
      <More ref={more} uploads={uploads} />
      <Seed />
      <DropHere uploads={uploads} />
      <Submit pending={create.isPending} />
    </form>
  );
}

/** A job costs time and may cost money: a bare Enter in a small field does not ask for one. */
function keepUnsent(event: KeyboardEvent): void {
  const inField = event.target instanceof HTMLInputElement;
  if (event.key === "Enter" && inField && !event.ctrlKey && !event.metaKey) event.preventDefault();
}

function useReferences(openMore: () => void): Uploads {
  const { draft, change } = useForm();
  // several may arrive before the page is drawn again
  const kept = useRef(draft.references);
  kept.current = draft.references;
  const uploads = useUploads(draft, (name) => {
    if (kept.current.includes(name) || kept.current.length >= MOST.references) return;
    kept.current = [...kept.current, name];
    change({ references: kept.current });
  });
  const add: Uploads["add"] = (files) => {
    openMore();
    uploads.add(files);
  };
  usePasted(add);
  return { ...uploads, add };
}

function useSubmit(
  create: ReturnType<typeof useCreate>,
  made: (id: string) => void,
  openMore: () => void,
) {
  const say = useWords();
  const { draft, refuse, accept } = useForm();
  const asking = useRef(false);
  const pressed = useRef(Number.NEGATIVE_INFINITY);
  return (event: FormEvent) => {
    event.preventDefault();
    // the second click of a double click, and a key that is held, are no second wish
    const again = event.timeStamp - pressed.current < ONE_WISH_MS;
    pressed.current = event.timeStamp;
    if (asking.current || again) return;
    asking.current = true;
    create.mutate(draft, {
      onSuccess: (id) => {
        accept();
        made(id);
        announce(say("make.asked"));
      },
      onError: (error) => {
        pressed.current = Number.NEGATIVE_INFINITY;
        focusFirst(refuse(error), openMore);
      },
      onSettled: () => {
        asking.current = false;
      },
    });
  };
}

/** Goes to the first field that was refused, out of its fold if it must. */
function focusFirst(faults: ByField, openMore: () => void): void {
  const first = firstOf(faults);
  if (first === null) return;
  if (first !== "whole" && FOLDED.includes(first)) openMore();
  requestAnimationFrame(() => {
    const found = document.getElementById(first === "whole" ? "make-whole" : idOf(first));
    found?.scrollIntoView({ block: "center" });
    found?.focus({ preventScroll: true });
  });
}

function useKeys(element: { current: HTMLFormElement | null }): void {
  const say = useWords();
  const { draft, replace } = useForm();
  useCommands([
    {
      id: "make.submit",
      name: say("make.verb", { count: draft.count }),
      group: "make",
      keys: "mod+Enter",
      run: () => element.current?.requestSubmit(),
    },
    {
      id: "make.concept",
      name: say("make.command.concept"),
      group: "make",
      keys: "c",
      run: () => document.getElementById(idOf("concept"))?.focus(),
    },
    {
      id: "make.clear",
      name: say("make.clear"),
      group: "make",
      disabled: isEmpty(draft),
      run: () => replace(EMPTY),
    },
  ]);
}

function Head() {
  const say = useWords();
  const { draft, replace } = useForm();
  const clear = () => {
    replace(EMPTY);
    document.getElementById(idOf("concept"))?.focus();
  };
  return (
    <div className="flex items-end justify-between gap-4">
      <h1 className="font-bold text-[1.75rem] leading-tight tracking-tight">{say("make.title")}</h1>
      {!isEmpty(draft) && (
        <button type="button" className="chip text-quiet hover:text-ink" onClick={clear}>
          <Eraser aria-hidden className="size-3.5" />
          {say("make.clear")}
        </button>
      )}
    </div>
  );
}

/** Wherever the form is scrolled to, a picture that is held over the page has a place to fall; it
 * lies above what says that settings inside a picture fill the form. */
function DropHere({ uploads }: { uploads: Uploads }) {
  const say = useWords();
  const { model } = useForm();
  const dragging = useDragging();
  if (!dragging || model?.capabilities?.references === 0) return null;
  return (
    <div className="sticky bottom-[calc(var(--below,0px)+6rem)] z-40">
      <DropZone add={uploads.add}>
        <p className="flex min-h-24 items-center justify-center gap-2 rounded-2xl border-2 border-accent border-dashed bg-panel font-medium text-sm shadow-lg">
          <ImagePlus aria-hidden className="size-5 text-accent" />
          {say("make.references.drop")}
        </p>
      </DropZone>
    </div>
  );
}
