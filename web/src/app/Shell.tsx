import { Images, LogOut, Monitor, Moon, Plus, Shapes, Stamp, Sun } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { useAnnounced } from "@/shared/announce";
import { language, theme, useLanguage, useTheme } from "@/shared/preferences";
import { type Session, useLogOut } from "@/shared/session";
import { useWords } from "@/shared/words/words";
import { Connection } from "./Connection";
import { Segments } from "./Segments";

type Props = { session: Session | undefined; children: ReactNode };

/** The bar on top, the page below it, and the live region. */
export function Shell({ session, children }: Props) {
  const say = useWords();
  const said = useAnnounced();
  return (
    <>
      <a
        href="#main"
        className="button fixed top-2 left-2 z-20 -translate-y-20 focus:translate-y-0"
      >
        {say("app.skip")}
      </a>
      <header className="sticky top-0 z-10 border-line border-b bg-paper/85 backdrop-blur-md">
        <div className="mx-auto flex h-14 max-w-[1440px] items-center gap-1 px-3 sm:gap-2 sm:px-8">
          <Link href="/" className="flex items-center gap-2 font-bold tracking-tight sm:pr-4">
            <Mark />
            <span className="max-sm:sr-only">{say("app.name")}</span>
          </Link>
          {session?.through && <Places />}
          <div className="ml-auto flex items-center gap-1 sm:gap-3">
            {session?.through && <Connection />}
            {session?.through && session.gate && <LogOutButton />}
            <LanguageSwitch />
            <ThemeSwitch />
          </div>
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto max-w-[1440px] px-4 pb-24 outline-none sm:px-8"
      >
        {children}
      </main>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </>
  );
}

function Places() {
  const say = useWords();
  return (
    <nav aria-label={say("nav.label")} className="flex gap-1">
      <Place href="/make" icon={<Plus aria-hidden className="size-4" />}>
        {say("nav.make")}
      </Place>
      <Place href="/" also="/jobs/" icon={<Images aria-hidden className="size-4" />}>
        {say("nav.history")}
      </Place>
      <Place href="/styles" icon={<Shapes aria-hidden className="size-4" />}>
        {say("nav.styles")}
      </Place>
      <Place href="/assets" icon={<Stamp aria-hidden className="size-4" />}>
        {say("nav.assets")}
      </Place>
    </nav>
  );
}

function LogOutButton() {
  const say = useWords();
  const logOut = useLogOut();
  return (
    <button
      type="button"
      className="grid size-8 place-items-center rounded-lg text-quiet hover:bg-sunk hover:text-ink"
      title={say("logout.verb")}
      aria-label={say("logout.verb")}
      onClick={() => logOut.mutate()}
    >
      <LogOut aria-hidden className="size-4" />
    </button>
  );
}

type PlaceProps = { href: string; also?: string; icon: ReactNode; children: ReactNode };

function Place({ href, also, icon, children }: PlaceProps) {
  const [path] = useLocation();
  const here = path === href || (also && path.startsWith(also));
  return (
    <Link
      href={href}
      aria-current={here ? "page" : undefined}
      className="flex min-h-9 items-center gap-1.5 rounded-lg px-2.5 font-medium text-quiet text-sm hover:text-ink aria-[current]:bg-sunk aria-[current]:text-ink"
    >
      <span className="max-sm:hidden">{icon}</span>
      {children}
    </Link>
  );
}

function LanguageSwitch() {
  const say = useWords();
  return (
    <Segments
      label={say("language.label")}
      chosen={useLanguage()}
      choose={language.set}
      options={[
        { value: "ko", name: "한국어", shown: <span lang="ko">한</span> },
        { value: "en", name: "English", shown: <span lang="en">EN</span> },
      ]}
    />
  );
}

function ThemeSwitch() {
  const say = useWords();
  return (
    <Segments
      label={say("theme.label")}
      chosen={useTheme()}
      choose={theme.set}
      options={[
        { value: "light", name: say("theme.light"), shown: <Sun aria-hidden className="size-4" /> },
        { value: "dark", name: say("theme.dark"), shown: <Moon aria-hidden className="size-4" /> },
        {
          value: "system",
          name: say("theme.system"),
          shown: <Monitor aria-hidden className="size-4" />,
        },
      ]}
    />
  );
}

/** A shape lifted out of its ground. */
function Mark() {
  return (
    <svg viewBox="0 0 24 24" className="size-6" aria-hidden="true">
      <path
        className="fill-ink"
        d="M6 6h9.2a6 6 0 0 0-.2 1.5A5.5 5.5 0 0 0 18 12.4V18a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4v-8a4 4 0 0 1 4-4Z"
      />
      <circle className="fill-accent" cx="18.500" cy="5.500" r="4" />
    </svg>
  );
}
