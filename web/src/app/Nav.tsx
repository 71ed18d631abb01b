// The places: in the bar, or on a phone at the foot of the window, where a thumb is.
import { Images, Plus, Shapes, Stamp } from "lucide-react";
import { Link, useLocation } from "wouter";
import { useWords } from "@/shared/words/words";

const PLACES = [
  { href: "/make", name: "nav.make", Sign: Plus },
  { href: "/", also: "/jobs/", name: "nav.history", Sign: Images },
  { href: "/styles", name: "nav.styles", Sign: Shapes },
  { href: "/assets", name: "nav.assets", Sign: Stamp },
] as const;
type Shown = (typeof PLACES)[number];

export function Nav({ foot = false }: { foot?: boolean }) {
  const say = useWords();
  const look = foot
    ? "fixed inset-x-0 bottom-0 z-10 grid grid-cols-4 border-line border-t bg-paper pb-[env(safe-area-inset-bottom)] sm:hidden"
    : "flex items-center gap-1 max-sm:hidden";
  return (
    <nav aria-label={say("nav.label")} className={look}>
      {PLACES.map((place) => (
        <Place key={place.href} place={place} foot={foot} />
      ))}
    </nav>
  );
}

const FOOT =
  "grid h-14 content-center justify-items-center gap-0.5 font-medium text-quiet text-xs aria-[current]:text-ink [&[aria-current]>span]:bg-sunk";
const BAR =
  "flex min-h-9 items-center gap-1.5 rounded-lg px-3 font-medium text-quiet text-sm hover:text-ink aria-[current]:bg-sunk aria-[current]:text-ink";
// making is what a person comes for; who is there already has the form's own button
const FIRST =
  "mr-2 flex min-h-9 items-center gap-1.5 rounded-lg bg-ink px-3 font-medium text-paper text-sm not-aria-[current]:hover:bg-ink/85 aria-[current]:bg-sunk aria-[current]:text-ink";

function Place({ place, foot }: { place: Shown; foot: boolean }) {
  const say = useWords();
  const [path] = useLocation();
  const { href, name, Sign } = place;
  const here = path === href || ("also" in place && path.startsWith(place.also));
  const first = href === "/make";
  return (
    <Link
      href={href}
      aria-current={here ? "page" : undefined}
      className={foot ? FOOT : first ? FIRST : BAR}
    >
      <span className={foot ? "grid h-6 w-12 place-items-center rounded-full" : ""}>
        <Sign aria-hidden className={foot ? "size-5" : "size-4"} />
      </span>
      {say(name)}
    </Link>
  );
}
