// Keys as they are printed on this machine's keyboard.
const SIGNS: Record<string, string> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
  Enter: "Enter",
  " ": "Space",
  Delete: "Del",
  PageUp: "PgUp",
  PageDown: "PgDn",
};

const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent);

/** `shift+b` → `["Shift", "B"]`. */
export function printed(keys: string, mac = isMac()): string[] {
  const mods: Record<string, string> = mac
    ? { mod: "⌘", alt: "⌥", shift: "⇧" }
    : { mod: "Ctrl", alt: "Alt", shift: "Shift" };
  // the plus sign itself is a key too
  const parts = keys.split(/\+(?=.)/);
  return parts.map(
    (part) => mods[part] ?? SIGNS[part] ?? (part.length > 1 ? part : part.toUpperCase()),
  );
}

export function Keys({ keys }: { keys: string }) {
  return (
    <span className="inline-flex shrink-0 gap-1">
      {printed(keys).map((part) => (
        <kbd key={part}>{part}</kbd>
      ))}
    </span>
  );
}
