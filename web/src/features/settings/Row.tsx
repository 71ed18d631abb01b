// One setting: what it is on the left, what can be chosen on the right or below.
import type { ReactNode } from "react";

type Props = { name: string; about?: ReactNode; below?: boolean; children?: ReactNode };

export function Row({ name, about, below = false, children }: Props) {
  return (
    <div
      className={`flex min-h-13 gap-x-6 gap-y-2 py-2.5 ${below ? "flex-col" : "flex-wrap items-center justify-between"}`}
    >
      <div className="max-w-[26rem] text-sm">
        <p className="font-medium">{name}</p>
        {about && <div className="text-quiet">{about}</div>}
      </div>
      {children}
    </div>
  );
}
