// A fault of one place does not take the studio down.
import { TriangleAlert } from "lucide-react";
import { Component, type ReactNode } from "react";
import { useLocation } from "wouter";
import { useTitle } from "@/shared/title";
import { useWords } from "@/shared/words/words";
import { isGone, reloadOnce } from "./gone";

/** The place, or what happened to it; another address is another try. */
export function PlaceFault({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  return <Boundary key={path}>{children}</Boundary>;
}

class Boundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidCatch(error: Error) {
    if (isGone(error)) reloadOnce();
  }

  override render() {
    const { error } = this.state;
    return error ? <Fault error={error} /> : this.props.children;
  }
}

function Fault({ error }: { error: Error }) {
  const say = useWords();
  const gone = isGone(error);
  useTitle(say("fault.title"));
  return (
    <div
      role="alert"
      className="mx-auto mt-16 max-w-md rounded-2xl border border-line bg-panel p-6"
    >
      <h1 className="flex items-start gap-2 font-semibold text-lg">
        <TriangleAlert aria-hidden className="mt-1 size-5 shrink-0 text-bad" />
        {say("fault.title")}
      </h1>
      <p className="mt-1 pl-7 text-quiet text-sm">{say(gone ? "fault.gone" : "fault.about")}</p>
      {!gone && (
        <p className="mt-3 ml-7 rounded-lg bg-sunk px-3 py-2 font-mono text-xs">{error.message}</p>
      )}
      <button
        type="button"
        className="button mt-4 ml-7"
        data-kind="first"
        onClick={() => location.reload()}
      >
        {say("fault.reload")}
      </button>
    </div>
  );
}
