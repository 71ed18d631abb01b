// A part of the studio that is loaded by itself. Loaded ahead it is shown at once: a lazy component
// would first show nothing, and React lets nothing stand for a third of a second.
import { type ComponentType, lazy, useMemo } from "react";

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;
export type Part<Props> = {
  /** Loads it; what cannot be loaded says so when it is shown. */
  ahead: () => Promise<void>;
  /** What shows it now. */
  now: () => ComponentType<Props>;
};

export function part<Props>(load: Load<Props>): Part<Props> {
  let loaded: ComponentType<Props> | undefined;
  const fetched: Load<Props> = async () => {
    const module = await load();
    loaded = module.default;
    return module;
  };
  const later: ComponentType<Props> = lazy(fetched as Load<object>) as ComponentType<Props>;
  const ahead = () =>
    fetched().then(
      () => {},
      () => {},
    );
  return { ahead, now: () => loaded ?? later };
}

type Shown<Props> = { of: Part<Props>; with: Props };

export function Show<Props extends object>({ of, with: props }: Shown<Props>) {
  // what was shown once stays the same component
  const Now = useMemo(() => of.now(), [of]);
  return <Now {...props} />;
}
