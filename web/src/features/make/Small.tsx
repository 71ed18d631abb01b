// A button that is only a sign, as small as one may be.
import type { ReactNode } from "react";

type Props = {
  label: string;
  act: (button: HTMLButtonElement) => void;
  /** It would do nothing now, but keeps its place and the focus. */
  idle?: boolean;
  children: ReactNode;
};

export function Small({ label, act, idle = false, children }: Props) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      aria-disabled={idle || undefined}
      onClick={(event) => !idle && act(event.currentTarget)}
      className="grid size-6 shrink-0 place-items-center rounded-md text-quiet hover:bg-sunk hover:text-ink aria-disabled:opacity-35"
    >
      {children}
    </button>
  );
}
