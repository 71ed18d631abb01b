// The bar, the place below it, what opens over it, and the live region.
import { useQueryClient } from "@tanstack/react-query";
import { Search, Settings } from "lucide-react";
import { Suspense, useEffect } from "react";
import { Link } from "wouter";
import { QueueButton } from "@/features/queue/QueueButton";
import { watch } from "@/features/queue/watch";
import { useAnnounced } from "@/shared/announce";
import { DropPicture } from "@/shared/ui/DropPicture";
import { useWords } from "@/shared/words/words";
import { Arrival } from "./Arrival";
import { Connection } from "./Connection";
import { Mark } from "./Mark";
import { Nav } from "./Nav";
import { Overlays } from "./Overlays";
import { openOver } from "./over";
import { PlaceFault } from "./PlaceFault";
import { Places } from "./Places";
import { SessionEnd } from "./SessionEnd";
import { useGlobalCommands } from "./useGlobalCommands";

/** `begun`: events are heard, or it was waited long enough for them. */
export function Shell({ begun }: { begun: boolean }) {
  const say = useWords();
  const queries = useQueryClient();
  useGlobalCommands();
  useEffect(() => watch(queries), [queries]);
  return (
    <>
      <a
        href="#main"
        className="button fixed top-2 left-2 z-20 -translate-y-20 focus:translate-y-0"
      >
        {say("app.skip")}
      </a>
      <Bar begun={begun} />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto max-w-[1440px] px-4 pb-[calc(6rem+var(--below))] outline-none sm:px-8"
      >
        <Arrival />
        {begun && (
          <PlaceFault>
            <Suspense>
              <Places />
            </Suspense>
          </PlaceFault>
        )}
      </main>
      <Nav foot />
      {begun && <Overlays />}
      {begun && <DropPicture />}
      <Said />
    </>
  );
}

function Bar({ begun }: { begun: boolean }) {
  const say = useWords();
  return (
    // not translucent: to blur what scrolls below it costs as much as all the rest of a frame
    <header className="sticky top-0 z-10 [@media(max-height:30rem)]:static border-line border-b bg-paper">
      <div className="mx-auto flex h-14 max-w-[1440px] items-center gap-1 px-3 sm:gap-2 sm:px-8">
        <Link
          href="/"
          aria-label={say("app.home")}
          className="flex min-h-9 items-center gap-2 font-bold tracking-tight sm:pr-3"
        >
          <Mark />
          <span className="max-lg:sr-only">{say("app.name")}</span>
        </Link>
        <Nav />
        <div className="ml-auto flex items-center gap-0.5">
          <SessionEnd />
          <Connection />
          {begun && <QueueButton open={() => openOver("queue")} />}
          <Opener name={say("palette.title")} over="palette" Sign={Search} />
          <Opener name={say("settings.title")} over="settings" Sign={Settings} />
        </div>
      </div>
    </header>
  );
}

type OpenerProps = {
  name: string;
  over: "palette" | "settings";
  Sign: typeof Search;
};

function Opener({ name, over, Sign }: OpenerProps) {
  return (
    <button
      type="button"
      className="icon"
      title={name}
      aria-label={name}
      aria-haspopup="dialog"
      onClick={() => openOver(over)}
    >
      <Sign aria-hidden className="size-4.5" />
    </button>
  );
}

function Said() {
  return (
    <p aria-live="polite" className="sr-only">
      {useAnnounced()}
    </p>
  );
}
