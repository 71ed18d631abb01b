import { type ReactNode, useId } from "react";

type Option<Value extends string> = { value: Value; name: string; shown: ReactNode };
type Props<Value extends string> = {
  label: string;
  chosen: Value;
  choose: (value: Value) => void;
  options: Option<Value>[];
};

/** One of a few, as radio buttons in a row. */
export function Segments<Value extends string>({ label, chosen, choose, options }: Props<Value>) {
  const group = useId();
  return (
    <fieldset className="seg">
      <legend className="sr-only">{label}</legend>
      {options.map(({ value, name, shown }) => (
        <label key={value} title={name} className="px-2.5!">
          <input
            type="radio"
            className="unseen"
            name={group}
            checked={value === chosen}
            onChange={() => choose(value)}
            aria-label={name}
          />
          {shown}
        </label>
      ))}
    </fieldset>
  );
}
