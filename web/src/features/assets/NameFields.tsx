// What a file will be called, as a person edits it, with what the server says of each name.
import { type Dispatch, type ReactNode, useId } from "react";
import type { FieldFault } from "@/shared/api";
import { useWords } from "@/shared/words/words";
import type { Asset } from "./api";
import { Labelled, Rules } from "./fields";
import { FaultLines } from "./Lines";
import type { Artwork } from "./RulesDrawing";
import { type Act, nameOf, type Place, type Row, type Typed } from "./rows";

type Props = {
  row: Row;
  place: Place;
  assets: Asset[];
  act: Dispatch<Act>;
  faults: FieldFault[];
  artwork: Artwork | undefined;
  keep: () => void;
  children: ReactNode;
};

export function NameFields(props: Props) {
  const { row, place, assets, act, faults, artwork, keep, children } = props;
  const say = useWords();
  const type = (typed: Typed) => act({ do: "type", key: row.key, typed });
  const owner = assets.find(({ id }) => id === place.id);
  const joins = owner?.name ?? place.joins;
  const of = (field: string) => faults.filter((fault) => fault.field === field);
  return (
    <form
      className="mt-4 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (row.ready) keep();
      }}
    >
      <div className="grid gap-3 sm:grid-cols-[3fr_2fr]">
        <Named
          label={say("assets.row.id")}
          value={place.id}
          faults={of("id")}
          change={(id) => type({ id })}
        />
        <Named
          label={say("assets.row.variant")}
          value={place.variant}
          faults={of("variant")}
          change={(variant) => type({ variant })}
        />
      </div>
      {joins !== null ? (
        <p className="text-quiet text-sm">
          {say(owner?.hidden ? "assets.row.joins.hidden" : "assets.row.joins", { name: joins })}
        </p>
      ) : (
        <>
          <div className="grid gap-3 sm:grid-cols-[3fr_2fr]">
            <Labelled label={say("assets.row.name")}>
              {(id) => (
                <input
                  id={id}
                  className="field"
                  value={nameOf(row)}
                  maxLength={80}
                  onChange={(event) => type({ name: event.target.value })}
                />
              )}
            </Labelled>
            <Labelled label={say("assets.row.tags")}>
              {(id) => (
                <input
                  id={id}
                  className="field"
                  value={row.tags}
                  maxLength={300}
                  onChange={(event) => type({ tags: event.target.value })}
                />
              )}
            </Labelled>
          </div>
          <Rules
            minScale={row.minScale}
            clearSpace={row.clearSpace}
            change={type}
            artwork={artwork}
            folded
          />
        </>
      )}
      <div className="flex justify-end">{children}</div>
    </form>
  );
}

type NamedProps = {
  label: string;
  value: string;
  faults: FieldFault[];
  change: (value: string) => void;
};

/** A name in kebab case; where it will not do, one that would is a click away. */
function Named({ label, value, faults, change }: NamedProps) {
  const say = useWords();
  const told = useId();
  const near = faults.map(({ nearest }) => nearest).find((name) => typeof name === "string");
  return (
    <div className="min-w-0">
      <Labelled label={label}>
        {(id) => (
          <input
            id={id}
            className="field"
            value={value}
            maxLength={100}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            aria-invalid={faults.length > 0 || undefined}
            aria-describedby={faults.length > 0 ? told : undefined}
            onChange={(event) => change(event.target.value)}
          />
        )}
      </Labelled>
      <FaultLines faults={faults} id={told} />
      {near !== undefined && near !== value && (
        <button type="button" className="chip mt-2 ml-5.5" onClick={() => change(near as string)}>
          {say("assets.row.use", { name: near as string })}
        </button>
      )}
    </div>
  );
}
