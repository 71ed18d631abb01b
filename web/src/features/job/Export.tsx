import { Package } from "lucide-react";
import { useId, useState } from "react";
import { useDecisions } from "@/shared/acts";
import type { Job } from "@/shared/api";
import { Menu } from "@/shared/ui/Menu";
import { useWords } from "@/shared/words/words";

const FORMATS = ["png", "webp", "avif", "psd"] as const;
const SIZES = { "1x": ["1x"], "2x": ["1x", "2x"] } as const;
type Format = (typeof FORMATS)[number];
type Size = keyof typeof SIZES;

/** What to pack into a ZIP: formats, sizes, and how close to the object it is cut. */
export function Export({ job }: { job: Job }) {
  const say = useWords();
  const [formats, setFormats] = useState<Format[]>(["png"]);
  const [size, setSize] = useState<Size>("1x");
  const [trimmed, setTrimmed] = useState(true);
  const [settings, setSettings] = useState(false);
  const toggle = (format: Format) =>
    setFormats(
      formats.includes(format) ? formats.filter((other) => other !== format) : [...formats, format],
    );
  const query = new URLSearchParams([
    ...formats.map((format) => ["format", format]),
    ...SIZES[size].map((scale) => ["size", scale]),
    ["trimmed", String(trimmed)],
    ["settings", settings ? "keep" : "strip"],
  ] as [string, string][]);
  return (
    <Menu label={say("export.verb")} icon={<Package aria-hidden className="size-4" />}>
      <div className="grid gap-3 p-2 text-sm">
        <Which job={job} />
        <fieldset className="grid grid-cols-2 gap-1.5">
          <legend className="mb-1 font-semibold">{say("export.formats")}</legend>
          {FORMATS.map((format) => (
            <Check
              key={format}
              label={format.toUpperCase()}
              checked={formats.includes(format)}
              change={() => toggle(format)}
            />
          ))}
        </fieldset>
        <label className="grid gap-1 font-semibold">
          {say("export.size")}
          <select
            value={size}
            onChange={(event) => setSize(event.target.value as Size)}
            className="field font-normal"
          >
            <option value="1x">{say("export.size.1x")}</option>
            <option value="2x">{say("export.size.2x")}</option>
          </select>
        </label>
        <div className="grid gap-1.5">
          <Check label={say("export.trimmed")} checked={trimmed} change={setTrimmed} />
          <Check label={say("export.settings")} checked={settings} change={setSettings} />
        </div>
        {formats.length > 0 ? (
          <a
            href={`/api/jobs/${job.id}/export?${query}`}
            download
            className="button"
            data-kind="first"
          >
            {say("export.take")}
          </a>
        ) : (
          <p className="text-quiet">{say("export.none")}</p>
        )}
      </div>
    </Menu>
  );
}

/** Which candidates it will hold: those chosen, else those that passed, else all. */
function Which({ job }: { job: Job }) {
  const say = useWords();
  const selected = useDecisions(job.id).data?.selected.length ?? job.selected;
  const key = selected ? "export.selected" : job.passed ? "export.passed" : "export.all";
  return (
    <p className="max-w-64 text-quiet">{say(key, { count: selected || job.passed || job.done })}</p>
  );
}

type CheckProps = { label: string; checked: boolean; change: (checked: boolean) => void };

function Check({ label, checked, change }: CheckProps) {
  const id = useId();
  return (
    <label htmlFor={id} className="flex min-h-7 items-center gap-2">
      <input
        id={id}
        type="checkbox"
        className="size-4 accent-accent"
        checked={checked}
        onChange={(event) => change(event.target.checked)}
      />
      {label}
    </label>
  );
}
