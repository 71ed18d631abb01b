// How the studio looks, how it tells that something ended, and what it keeps.
import { type ReactNode, useId } from "react";
import { language, theme, useLanguage, useTheme } from "@/shared/preferences";
import { BoardSwitch } from "@/shared/ui/BoardSwitch";
import { Segments } from "@/shared/ui/Segments";
import { Sheet } from "@/shared/ui/Sheet";
import { useWords } from "@/shared/words/words";
import { About } from "./About";
import { Kept } from "./Kept";
import { Notices } from "./Notices";
import { Row } from "./Row";
import { SessionRow } from "./SessionRow";

export default function Settings({ closed }: { closed: () => void }) {
  const say = useWords();
  return (
    <Sheet kind="middle" title={say("settings.title")} closed={closed}>
      <div className="grid gap-8 overflow-y-auto px-5 pt-1 pb-6">
        <Part title={say("settings.look")}>
          <Row name={say("language.label")}>
            <LanguageSwitch />
          </Row>
          <Row name={say("theme.label")} put="wrapped">
            <ThemeSwitch />
          </Row>
          <Row name={say("settings.board")} about={say("settings.board.about")} put="below">
            <BoardSwitch />
          </Row>
          <Row name={say("settings.motion")} about={<Motion />} />
        </Part>
        <Part title={say("settings.notices")}>
          <Notices />
        </Part>
        <Part title={say("settings.kept")}>
          <Kept />
          <SessionRow />
        </Part>
        <Part title={say("settings.about")}>
          <About />
        </Part>
      </div>
    </Sheet>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="pb-1 font-semibold text-sm">
        {title}
      </h3>
      <div className="divide-y divide-line border-line border-y">{children}</div>
    </section>
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
        { value: "ko", name: "한국어", shown: <span lang="ko">한국어</span> },
        { value: "en", name: "English", shown: <span lang="en">English</span> },
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
      options={(["light", "dark", "system"] as const).map((value) => ({
        value,
        name: say(`theme.${value}`),
        shown: say(`theme.${value}`),
      }))}
    />
  );
}

/** Motion follows the system; the studio has no switch of its own for it. */
function Motion() {
  const say = useWords();
  const reduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return say(reduced ? "settings.motion.less" : "settings.motion.full");
}
