import { type RefObject, useId } from "react";

type Props = {
  ref: RefObject<HTMLDialogElement | null>;
  title: string;
  text: string;
  yes: string;
  no: string;
  /** It cannot be taken back. */
  grave: boolean;
  act: () => void;
};

/** A question before an act on many jobs; the safe answer has the focus. */
export function Confirm({ ref, title, text, yes, no, grave, act }: Props) {
  const label = useId();
  return (
    <dialog ref={ref} aria-labelledby={label} className="dialog">
      <form method="dialog" className="grid gap-4">
        <div>
          <h2 id={label} className="font-semibold text-lg">
            {title}
          </h2>
          <p className="mt-1 text-quiet text-sm">{text}</p>
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <button type="submit" className="button">
            {no}
          </button>
          <button
            type="button"
            className="button"
            data-kind={grave ? "grave" : "first"}
            onClick={() => {
              ref.current?.close();
              act();
            }}
          >
            {yes}
          </button>
        </div>
      </form>
    </dialog>
  );
}
