import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { useWords } from "@/shared/words/words";
import { LONGEST_NAME, tidy } from "./saved";

type Props = {
  title: string;
  about?: string;
  name: string;
  take: (name: string) => void;
  /** Offers to delete what has the name. */
  drop?: () => void;
  close: () => void;
};

/** Asks for the name of a filter. */
export function NameDialog({ title, about, name, take, drop, close }: Props) {
  const say = useWords();
  const label = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState(name);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
    dialog.current?.querySelector("input")?.select();
  }, []);
  const end = (act: () => void) => {
    act();
    dialog.current?.close();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (tidy(typed)) end(() => take(tidy(typed)));
  };
  return (
    <dialog ref={dialog} aria-labelledby={label} className="dialog w-full" onClose={close}>
      <form onSubmit={submit} className="grid gap-4">
        <div>
          <h2 id={label} className="font-semibold text-lg">
            {title}
          </h2>
          {about && <p className="mt-1 text-quiet text-sm">{about}</p>}
        </div>
        <label className="grid gap-1.5 font-medium text-sm">
          {say("history.save.name")}
          <input
            value={typed}
            required
            maxLength={LONGEST_NAME}
            onChange={(event) => setTyped(event.target.value)}
            className="field w-full font-normal"
          />
        </label>
        <div className="flex flex-wrap justify-end gap-2">
          {drop && (
            <button
              type="button"
              className="button mr-auto"
              data-kind="grave"
              onClick={() => end(drop)}
            >
              {say("history.saved.drop")}
            </button>
          )}
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            {say("history.cancel")}
          </button>
          <button type="submit" className="button" data-kind="first">
            {say("history.save.verb")}
          </button>
        </div>
      </form>
    </dialog>
  );
}
