// What opens over any place: a dialog of the browser, closed by Escape and by a click beside it.
import { X } from "lucide-react";
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { useAnnounced } from "@/shared/announce";
import { useWords } from "@/shared/words/words";

type Props = {
  title: string;
  /** `side`: a drawer at the right; `middle`: a page over the page; `top`: a box for a few words. */
  kind: "side" | "middle" | "top";
  /** With no head the title is for screen readers alone. */
  bare?: boolean;
  about?: ReactNode;
  closed: () => void;
  children: ReactNode;
};

const KINDS = {
  side: "sheet-side mr-0 ml-auto h-dvh max-h-none w-[26rem] max-w-full rounded-none border-y-0 border-r-0 sm:rounded-l-2xl",
  middle:
    "m-auto max-h-[min(50rem,calc(100dvh-2rem))] w-[44rem] max-w-[calc(100vw-1.5rem)] rounded-2xl",
  top: "mx-auto mt-[12vh] mb-auto max-h-[70dvh] w-[38rem] max-w-[calc(100vw-1.5rem)] rounded-2xl",
};

export function Sheet({ title, kind, bare = false, about, closed, children }: Props) {
  const say = useWords();
  const label = useId();
  const said = useAnnounced();
  const dialog = useOpen(closed);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={label}
      className={`sheet overflow-hidden border border-line bg-panel p-0 text-ink shadow-2xl ${KINDS[kind]}`}
    >
      <div className="flex h-full max-h-[inherit] flex-col">
        <div className={bare ? "sr-only" : "flex items-start gap-4 px-5 pt-4 pb-3"}>
          <div className="mr-auto min-w-0">
            <h2
              id={label}
              tabIndex={-1}
              className="outline-none font-semibold text-lg leading-8 tracking-tight"
            >
              {title}
            </h2>
            {about}
          </div>
          {!bare && (
            <button
              type="button"
              className="icon -mr-2"
              title={say("sheet.close")}
              aria-label={say("sheet.close")}
              onClick={() => dialog.current?.close()}
            >
              <X aria-hidden className="size-4.5" />
            </button>
          )}
        </div>
        {children}
      </div>
      {/* the shell's own live region is silent behind a dialog */}
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </dialog>
  );
}

/** Opens the dialog as it comes and closes it before it goes, so that the browser keeps the focus in
 * it and gives it back. */
function useOpen(closed: () => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  const told = useRef(closed);
  told.current = closed;
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (!shown) return;
    shown.showModal();
    // to begin with the way out would be odd
    const first = shown.querySelector<HTMLElement>("[data-first]") ?? shown.querySelector("h2");
    first?.focus();
    const close = () => shown.open || told.current();
    const beside = (event: MouseEvent) => event.target === shown && shown.close();
    shown.addEventListener("close", close);
    shown.addEventListener("pointerdown", beside);
    return () => {
      shown.removeEventListener("close", close);
      shown.removeEventListener("pointerdown", beside);
      shown.close();
    };
  }, []);
  return dialog;
}
