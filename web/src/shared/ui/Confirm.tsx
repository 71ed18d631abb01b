// A question before something that is hard to take back; the safe answer has the focus.
import { type RefObject, useId } from "react";

type Props = {
  ref: RefObject<HTMLDialogElement | null>;
  title: string;
  text: string;
  yes: string;
  no: string;
  /** It can be taken back, and only costs something. */
  mild?: boolean;
  act: () => void;
  /** Answered either way, or closed by Escape. */
  closed?: () => void;
};

const YES = "yes";

/** Whoever shows it calls `showModal` of `ref`. */
export function Confirm({ ref, title, text, yes, no, mild = false, act, closed }: Props) {
  const label = useId();
  const answered = () => {
    const dialog = ref.current;
    const agreed = dialog?.returnValue === YES;
    if (dialog) dialog.returnValue = ""; // Escape leaves the answer of the time before
    closed?.();
    // not by the click itself: what it does may take the form away before it is sent
    if (agreed) act();
  };
  return (
    <dialog ref={ref} aria-labelledby={label} className="dialog" onClose={answered}>
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
          <button type="submit" className="button" data-kind={mild ? "first" : "grave"} value={YES}>
            {yes}
          </button>
        </div>
      </form>
    </dialog>
  );
}
