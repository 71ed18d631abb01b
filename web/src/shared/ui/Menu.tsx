import { ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";

type Props = { label: string; icon: ReactNode; children: ReactNode };

/** A button with a panel below it, which a click elsewhere or Escape closes. */
export function Menu({ label, icon, children }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const menu = details.current;
      if (!menu?.open) return;
      const key = event instanceof KeyboardEvent;
      if (key ? event.key !== "Escape" : menu.contains(event.target as Node)) return;
      menu.open = false;
      if (key) menu.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("keydown", close);
    };
  }, []);
  return (
    <details ref={details} className="relative">
      <summary className="button list-none [&::-webkit-details-marker]:hidden">
        {icon}
        {label}
        <ChevronDown aria-hidden className="size-3.5 text-quiet" />
      </summary>
      <div className="absolute right-0 z-10 mt-1.5 grid min-w-64 gap-0.5 rounded-xl bg-panel p-1.5 shadow-lg ring-1 ring-line max-sm:fixed max-sm:inset-x-4">
        {children}
      </div>
    </details>
  );
}
