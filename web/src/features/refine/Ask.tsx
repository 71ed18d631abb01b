// A question over the brush before something is lost; the safe answer has the focus.
import { useEffect, useId, useRef } from "react";

const YES = "yes";

type Props = {
  title: string;
  text: string;
  yes: string;
  no: string;
  act: () => void;
  closed: () => void;
};

export function Ask({ title, text, yes, no, act, closed }: Props) {
  const label = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  const answered = () => {
    closed();
    // not by the click itself: what it does may take the form away before it is sent
    if (dialog.current?.returnValue === YES) act();
  };
  return (
    <dialog ref={dialog} aria-labelledby={label} className="dialog" onClose={answered}>
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
          <button type="submit" className="button" data-kind="grave" value={YES}>
            {yes}
          </button>
        </div>
      </form>
    </dialog>
  );
}
