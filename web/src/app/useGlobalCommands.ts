// What can be done wherever a person is.
import { useLocation } from "wouter";
import { type Command, useCommands } from "@/shared/commands";
import { language, theme } from "@/shared/preferences";
import { useLogOut, useSession } from "@/shared/session";
import { type Say, useWords } from "@/shared/words/words";
import { toggleOver } from "./over";

type Go = (address: string) => void;

export function useGlobalCommands(): void {
  const say = useWords();
  const [, go] = useLocation();
  const { data: session } = useSession();
  const logOut = useLogOut();
  const leave: Command = {
    id: "app.leave",
    name: say("logout.verb"),
    group: "app",
    run: () => logOut.mutate(),
  };
  useCommands([
    ...places(say, go),
    ...openers(say),
    ...looks(say),
    ...(session?.gate ? [leave] : []),
  ]);
}

function places(say: Say, go: Go): Command[] {
  const to = (id: string, name: string, keys: string, address: string): Command => ({
    id,
    name,
    group: "go",
    keys,
    run: () => go(address),
  });
  return [
    to("go.make", say("go.make"), "shift+m", "/make"),
    to("go.history", say("go.history"), "shift+h", "/"),
    to("go.styles", say("go.styles"), "shift+s", "/styles"),
    to("go.assets", say("go.assets"), "shift+a", "/assets"),
  ];
}

function openers(say: Say): Command[] {
  return [
    {
      id: "app.palette",
      name: say("palette.title"),
      group: "app",
      keys: "mod+k",
      modal: "both",
      run: () => toggleOver("palette"),
    },
    {
      id: "app.queue",
      name: say("queue.title"),
      group: "go",
      keys: "q",
      run: () => toggleOver("queue"),
    },
    {
      id: "app.help",
      name: say("help.title"),
      group: "app",
      keys: "?",
      modal: "both",
      run: () => toggleOver("help"),
    },
    {
      id: "app.settings",
      name: say("settings.title"),
      group: "app",
      keys: ",",
      run: () => toggleOver("settings"),
    },
  ];
}

function looks(say: Say): Command[] {
  const themes = (["light", "dark", "system"] as const).map(
    (value): Command => ({
      id: `app.theme.${value}`,
      name: `${say("theme.label")}: ${say(`theme.${value}`)}`,
      group: "app",
      run: () => theme.set(value),
    }),
  );
  return [
    ...themes,
    { id: "app.ko", name: say("language.ko"), group: "app", run: () => language.set("ko") },
    { id: "app.en", name: say("language.en"), group: "app", run: () => language.set("en") },
  ];
}
