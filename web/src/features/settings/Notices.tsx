// By what a person wants to be told that a job has ended, and of which jobs.
import { useId, useState } from "react";
import { permission, play, sound, system, whose } from "@/shared/notify";
import { useRemembered } from "@/shared/preferences";
import { Segments } from "@/shared/ui/Segments";
import { useWords } from "@/shared/words/words";
import { Row } from "./Row";

export function Notices() {
  const say = useWords();
  const loud = useRemembered(sound) === "on";
  return (
    <>
      <Row name={say("notices.title")} about={say("notices.title.about")} />
      <Row name={say("notices.sound")} about={say("notices.sound.about")}>
        <div className="flex items-center gap-2">
          {loud && (
            <button type="button" className="button" onClick={play}>
              {say("notices.sound.try")}
            </button>
          )}
          <Switch
            name={say("notices.sound")}
            on={loud}
            turn={(on) => {
              sound.set(on ? "on" : "off");
              if (on) play();
            }}
          />
        </div>
      </Row>
      <System />
      <Row name={say("notices.whose")} put="wrapped">
        <Segments
          label={say("notices.whose")}
          chosen={useRemembered(whose)}
          choose={whose.set}
          options={(["mine", "all"] as const).map((value) => ({
            value,
            name: say(`notices.whose.${value}`),
            shown: say(`notices.whose.${value}`),
          }))}
        />
      </Row>
    </>
  );
}

/** The system's own notifications; it is asked only when a person turns them on. */
function System() {
  const say = useWords();
  const wanted = useRemembered(system) === "on";
  const [allowed, setAllowed] = useState(permission);
  const on = wanted && allowed === "granted";
  const turn = async (to: boolean) => {
    system.set(to ? "on" : "off");
    if (!to || allowed !== "default") return;
    await Notification.requestPermission();
    setAllowed(permission());
  };
  const impossible = allowed === "denied" || allowed === "absent";
  return (
    <Row name={say("notices.system")} about={say(`notices.system.${allowed}`)}>
      <Switch name={say("notices.system")} on={on} turn={turn} disabled={impossible} />
    </Row>
  );
}

type SwitchProps = {
  name: string;
  on: boolean;
  turn: (on: boolean) => void;
  disabled?: boolean;
};

function Switch({ name, on, turn, disabled = false }: SwitchProps) {
  const say = useWords();
  const id = useId();
  return (
    <label htmlFor={id} className="flex items-center gap-2 text-sm">
      <span aria-hidden className="text-quiet">
        {say(on ? "switch.on" : "switch.off")}
      </span>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={on}
        className="switch"
        aria-label={name}
        checked={on}
        disabled={disabled}
        onChange={(event) => turn(event.target.checked)}
      />
    </label>
  );
}
