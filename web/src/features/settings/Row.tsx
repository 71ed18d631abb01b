// One setting: what it is on the left, what can be chosen on the right or below.
import type { ReactNode } from "react";

type Props = {
  name: ReactNode;
  about?: ReactNode;
  /** Where what can be chosen stands: under the text, or there when a phone has no room for it. */
  put?: "beside" | "wrapped" | "below";
  children?: ReactNode;
};

const PUT = {
  beside: "items-center justify-between",
  wrapped: "flex-wrap items-center justify-between",
  below: "flex-col",
};

export function Row({ name, about, put = "beside", children }: Props) {
  return (
    <div className={`flex min-h-13 gap-x-6 gap-y-2 py-2.5 ${PUT[put]}`}>
      <div className="min-w-0 max-w-[26rem] text-sm">
        <div className="font-medium">{name}</div>
        {about && <div className="text-quiet">{about}</div>}
      </div>
      {children}
    </div>
  );
}
