// One dropped file: its picture and its opaque core, what stands against it, and its names.
import { CircleAlert, CircleCheck, CircleX, LoaderCircle, X } from "lucide-react";
import { type Dispatch, useEffect, useId } from "react";
import { Refused } from "@/shared/api";
import { bytes } from "@/shared/format";
import { useWords } from "@/shared/words/words";
import { type Asset, type Examined, useCheck } from "./api";
import { CorePair } from "./CorePair";
import { FaultLines, RemarkLines } from "./Lines";
import { NameFields } from "./NameFields";
import type { Act, Place, Row } from "./rows";

type Props = {
  row: Row;
  place: Place;
  assets: Asset[];
  act: Dispatch<Act>;
  busy: boolean;
  refused: Error | undefined;
  keep: () => void;
  leave: () => void;
};

export function FileRow({ row, place, assets, act, busy, refused, keep, leave }: Props) {
  const say = useWords();
  const title = useId();
  const check = useCheck(row, place);
  const examined = check.data;
  const settled = !check.isFetching && !check.isPlaceholderData;
  useHeard(row.key, examined, settled, act);
  const about = refused ?? (settled ? check.error : null);
  const faults = examined?.faults ?? [];
  return (
    <li
      aria-labelledby={title}
      className="grid gap-x-6 gap-y-4 rounded-2xl border border-line bg-panel p-4 md:grid-cols-[19rem_1fr]"
    >
      <CorePair file={row.file} examined={examined} />
      <div className="min-w-0">
        <div className="flex items-start gap-3">
          <div className="mr-auto min-w-0">
            <h3 id={title} className="truncate font-semibold" title={row.file.name}>
              {row.file.name}
            </h3>
            <p className="text-quiet text-sm tabular-nums">
              {examined && examined.width > 0
                ? say("assets.row.figures", {
                    width: examined.width,
                    height: examined.height,
                    size: bytes(row.file.size),
                  })
                : bytes(row.file.size)}
            </p>
          </div>
          <button
            type="button"
            className="icon -mt-1 -mr-1 shrink-0"
            title={say("assets.leave")}
            aria-label={say("assets.leave.of", { file: row.file.name })}
            disabled={busy}
            onClick={leave}
          >
            <X aria-hidden className="size-4" />
          </button>
        </div>
        <Standing examined={examined} pending={check.isFetching} error={about} />
        {about && <RefusedLines error={about} />}
        {about && !refused && (
          <button type="button" className="button mt-3" onClick={() => check.refetch()}>
            {say("refusal.again")}
          </button>
        )}
        {examined && !about && (
          <>
            <FaultLines faults={faults.filter(({ field }) => field === "file")} />
            {examined.convertible && !row.convert && (
              <Convert act={() => act({ do: "type", key: row.key, typed: { convert: true } })} />
            )}
            <RemarkLines remarks={examined.remarks} />
          </>
        )}
        {examined && !faults.some(unfit) && (
          <NameFields {...{ row, place, assets, act, faults, keep }} artwork={artworkOf(examined)}>
            <button
              type="submit"
              className="button"
              data-kind="first"
              disabled={!row.ready || busy}
              aria-label={say("assets.register.of", { file: row.file.name })}
            >
              {say(busy ? "assets.registering" : "assets.register")}
            </button>
          </NameFields>
        )}
      </div>
    </li>
  );
}

const artworkOf = ({ width, height }: Examined) => (width > 0 ? { width, height } : undefined);

/** What only its colors stand against can be mended here; what is kept then is the converted file. */
function Convert({ act }: { act: () => void }) {
  const say = useWords();
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <button type="button" className="button" onClick={act}>
        {say("assets.row.convert")}
      </button>
      <p className="text-quiet text-sm">{say("assets.row.convert.about")}</p>
    </div>
  );
}

/** Another name would not help it. */
const unfit = ({ field, code }: { field: string; code: string }): boolean =>
  field === "file" && !code.startsWith("asset-too-many");

/** Tells the list what the server makes of the file. */
function useHeard(
  key: number,
  examined: Examined | undefined,
  settled: boolean,
  act: Dispatch<Act>,
) {
  useEffect(() => {
    const guess = examined
      ? { id: examined.suggested_id, variant: examined.suggested_variant }
      : null;
    act({ do: "hear", key, guess, ready: settled && examined?.ok === true });
  }, [key, examined, settled, act]);
}

type StandingProps = { examined: Examined | undefined; pending: boolean; error: Error | null };

function Standing({ examined, pending, error }: StandingProps) {
  const say = useWords();
  const bad = error !== null || examined?.ok === false;
  const [Sign, color, text] = pending
    ? ([LoaderCircle, "text-quiet motion-safe:animate-spin", "assets.row.checking"] as const)
    : bad
      ? ([
          error && !examined ? CircleAlert : CircleX,
          "text-bad",
          error && !examined ? "assets.row.failed" : "assets.row.bad",
        ] as const)
      : ([CircleCheck, "text-good", "assets.row.good"] as const);
  return (
    <p aria-live="polite" className="mt-2 flex items-center gap-1.5 font-medium text-sm">
      <Sign aria-hidden className={`size-4 shrink-0 ${color}`} />
      {say(text)}
    </p>
  );
}

function RefusedLines({ error }: { error: Error }) {
  const say = useWords();
  if (error instanceof Refused && error.faults.length > 0) {
    return <FaultLines faults={error.faults} />;
  }
  const told = error instanceof Refused && error.message ? error : null;
  return (
    <FaultLines
      faults={[
        {
          code: told?.code ?? "offline",
          message: told?.message ?? say("refusal.offline"),
          hint: told?.hint ?? say("refusal.offline.hint"),
        },
      ]}
    />
  );
}
