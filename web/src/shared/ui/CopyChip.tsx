import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { announce } from "@/shared/announce";
import { useWords } from "@/shared/words/words";

const SHOWN_MS = 1600;

/** A text that a click copies; it says so in place and to screen readers. */
export function CopyChip({ text, label }: { text: string; label?: string }) {
  const say = useWords();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      announce(say("copy.done", { text }));
    } catch {
      announce(say("copy.failed"));
    }
  };

  const Mark = copied ? Check : Copy;
  return (
    <button type="button" className="chip max-w-full" onClick={copy} title={say("copy.verb")}>
      {label && <span className="text-quiet">{label}</span>}
      <span className="truncate">{text}</span>
      <Mark aria-hidden className={`size-3.5 shrink-0 ${copied ? "text-good" : "text-quiet"}`} />
      <span className="sr-only">{say("copy.verb")}</span>
    </button>
  );
}
