// The files that were dropped, each with what is known of it, and one button for all that are ready.
import { type Dispatch, useRef, useState } from "react";
import { announce } from "@/shared/announce";
import { useWords } from "@/shared/words/words";
import { type Asset, useRegister } from "./api";
import { FileRow } from "./FileRow";
import { type Act, inOrder, nameOf, type Place, placeOf, type Row, tagsOf } from "./rows";

type Props = { rows: Row[]; act: Dispatch<Act>; assets: Asset[]; done: () => void };

export function Rows({ rows, act, assets, done }: Props) {
  const say = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  /** The button that had the focus goes with its row. */
  const gone = (left: number) => (left > 0 ? heading.current?.focus() : done());
  const { keep, busy, refused } = useKeep(rows, act, assets, gone);
  const ready = inOrder(rows);
  return (
    <section aria-labelledby="assets-rows" className="mt-8">
      <div className="mb-3 flex min-h-9 flex-wrap items-center gap-2">
        <h2
          ref={heading}
          id="assets-rows"
          tabIndex={-1}
          className="mr-auto font-semibold text-lg outline-none"
        >
          {say("assets.rows")}
        </h2>
        {rows.length > 1 && (
          <>
            <button
              type="button"
              className="button"
              disabled={busy !== null}
              onClick={() => {
                for (const { key } of rows) act({ do: "leave", key });
                done();
              }}
            >
              {say("assets.leave.all")}
            </button>
            <button
              type="button"
              className="button"
              data-kind="first"
              disabled={busy !== null || ready.length === 0}
              onClick={() => keep(ready)}
            >
              {say("assets.register.all", { count: ready.length })}
            </button>
          </>
        )}
      </div>
      <ul className="grid gap-3">
        {rows.map((row) => (
          <FileRow
            key={row.key}
            row={row}
            place={placeOf(row, rows)}
            assets={assets}
            act={act}
            busy={busy === row.key}
            refused={refused.get(row.key)}
            keep={() => keep([row])}
            leave={() => {
              act({ do: "leave", key: row.key });
              gone(rows.length - 1);
            }}
          />
        ))}
      </ul>
    </section>
  );
}

/** Registers rows one after the other: a variant needs its asset to be there. */
function useKeep(rows: Row[], act: Dispatch<Act>, assets: Asset[], gone: (left: number) => void) {
  const say = useWords();
  const register = useRegister();
  const [busy, setBusy] = useState<number | null>(null);
  const [refused, setRefused] = useState<ReadonlyMap<number, Error>>(new Map());
  const keep = async (wanted: Row[]) => {
    let left = rows.length;
    for (const row of wanted) {
      setBusy(row.key);
      setRefused((now) => new Map([...now].filter(([key]) => key !== row.key)));
      const place = placeOf(row, rows);
      const about = assets.some(({ id }) => id === place.id) ? {} : aboutOf(row, place);
      try {
        await register.mutateAsync({ row, place, about });
        act({ do: "leave", key: row.key });
        left -= 1;
        announce(say("assets.registered", { name: `${place.id}:${place.variant}` }));
      } catch (error) {
        setRefused((now) => new Map(now).set(row.key, error as Error));
        announce((error as Error).message);
      }
    }
    setBusy(null);
    if (left < rows.length) gone(left);
  };
  return { keep, busy, refused };
}

/** What is said of a new asset; a variant that comes before it has only its name to give. */
function aboutOf(row: Row, { joins }: Place) {
  if (joins !== null) return { name: joins };
  const number = (text: string) => (text.trim() === "" ? undefined : Number(text));
  const minScale = number(row.minScale);
  const clearSpace = number(row.clearSpace);
  return {
    name: nameOf(row),
    ...(row.tags && { tags: tagsOf(row.tags) }),
    ...(minScale !== undefined && { minScale }),
    ...(clearSpace !== undefined && { clearSpace }),
  };
}
