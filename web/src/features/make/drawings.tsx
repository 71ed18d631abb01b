// Small drawings that explain: a flag is the brand picture, a round thing is the object.
import type { Stand, Tilt } from "./assetUse";

const STAR = "M22 4l2.2 7.3L31 14l-6.8 2.7L22 24l-2.2-7.3L13 14l6.8-2.7Z";
const FLAG = { width: 15, height: 10, rx: 1.5 };

/** How the brand picture stands to the objects. */
export function Standing({ stand }: { stand: Stand }) {
  const object = (
    <circle
      cx={stand === "beside" ? 13 : 20}
      cy={14}
      r={10}
      className="fill-panel stroke-current"
      strokeWidth={1.5}
    />
  );
  return (
    <svg aria-hidden viewBox="0 0 44 28" className="h-7 w-11">
      {stand === "auto" && <path d={STAR} className="fill-none stroke-current" strokeWidth={1.5} />}
      {stand === "behind" && <rect x={22} y={4} {...FLAG} className="fill-current" />}
      {stand !== "auto" && object}
      {stand === "beside" && <rect x={27} y={9} {...FLAG} className="fill-current" />}
      {stand === "on" && <rect x={12.5} y={9} {...FLAG} className="fill-current" />}
    </svg>
  );
}

const CORNERS: Record<Tilt, string> = {
  none: "10,6 34,6 34,22 10,22",
  slight: "11,5 33,8 33,21 11,23",
  iso: "11,12 33,2 33,17 11,27",
  strong: "13,2 31,9 31,20 13,26",
};

/** How far it is turned away from who looks at it. */
export function Tilted({ tilt }: { tilt: Tilt }) {
  return (
    <svg aria-hidden viewBox="0 0 44 28" className="h-7 w-11">
      <polygon
        points={CORNERS[tilt]}
        className="fill-line stroke-current"
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
    </svg>
  );
}
