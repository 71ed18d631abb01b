// The brush over a candidate: a window of its own over the review.
import { LoaderCircle, X } from "lucide-react";
import { useId, useLayoutEffect, useRef } from "react";
import { useAnnounced } from "@/shared/announce";
import { useJob } from "@/shared/api";
import { Refusal } from "@/shared/ui/Refusal";
import { useWords } from "@/shared/words/words";
import { usePixels, useRefine } from "./api";
import { Workplace } from "./Workplace";

type Props = { jobId: string; index: number; close: () => void };

export default function Refine({ jobId, index, close }: Props) {
  const say = useWords();
  const label = useId();
  const said = useAnnounced();
  const dialog = useRef<HTMLDialogElement>(null);
  /** Asked before it closes; the workplace, where there are strokes to lose, answers itself. */
  const leave = useRef(close);
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (!shown?.open) shown?.showModal();
    // a dialog that is only taken away does not give the focus back, so before it goes
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={label}
      className="m-0 h-dvh max-h-none w-dvw max-w-none overflow-hidden bg-paper p-0 text-ink"
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        leave.current();
      }}
      onClose={(event) => event.target === dialog.current && !dialog.current.open && close()}
      onKeyDown={(event) => {
        // a second Escape would close it without asking
        if (
          event.key !== "Escape" ||
          (event.target as Element).closest("dialog") !== dialog.current
        )
          return;
        event.preventDefault();
        leave.current();
      }}
    >
      <h1 id={label} className="sr-only">
        {say("refine.title", { number: index + 1 })}
      </h1>
      <Loaded jobId={jobId} index={index} close={close} leave={leave} />
      {/* the shell's own live region is silent behind a dialog */}
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </dialog>
  );
}

function Loaded({ jobId, index, close, leave }: Props & { leave: { current: () => void } }) {
  const refine = useRefine(jobId, index);
  const pixels = usePixels(refine.data);
  const job = useJob(jobId).data;
  const error = refine.error ?? pixels.error;
  const candidate = job?.candidates.find((item) => item.index === index);
  if (refine.data && pixels.data && job && candidate) {
    return (
      <Workplace
        job={job}
        candidate={candidate}
        refine={refine.data}
        pixels={pixels.data}
        renew={async () => (await refine.refetch()).data}
        close={close}
        leave={leave}
      />
    );
  }
  const again = () => void (refine.error ? refine.refetch() : pixels.refetch());
  return <Before error={error} again={again} close={close} />;
}

/** While it is fetched, or when it cannot be. */
function Before(props: { error: Error | null; again: () => void; close: () => void }) {
  const say = useWords();
  const { error, again, close } = props;
  return (
    <div className="grid h-full place-items-center p-4">
      <button
        type="button"
        className="icon absolute top-2.5 right-3"
        aria-label={say("refine.close")}
        title={say("refine.close")}
        onClick={close}
      >
        <X aria-hidden className="size-4.5" />
      </button>
      {error ? (
        <Refusal error={error} again={again} />
      ) : (
        <p className="flex items-center gap-2 text-quiet">
          <LoaderCircle aria-hidden className="size-5 text-accent motion-safe:animate-spin" />
          {say("refine.loading")}
        </p>
      )}
    </div>
  );
}
