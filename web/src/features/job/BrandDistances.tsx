// How far a blended brand picture is from the file, each figure against its limit.
import { Check, X } from "lucide-react";
import { useLanguage } from "@/shared/preferences";
import { useWords } from "@/shared/words/words";
import { type Brand, type Distance, distances } from "./brand";

const ROOM = 1.5; // what lies beyond the limit is still seen

export function BrandDistances({ brand }: { brand: Brand }) {
  const say = useWords();
  const found = distances(brand);
  if (found.length === 0) return null;
  return (
    <div>
      <p className="text-quiet">
        {say(brand.downgraded ? "brand.distance.would" : "brand.distance")}
      </p>
      <ul className="mt-1.5 grid gap-2">
        {found.map((distance) => (
          <Row key={distance.name} distance={distance} />
        ))}
      </ul>
    </div>
  );
}

function Row({ distance }: { distance: Distance }) {
  const say = useWords();
  const figure = useFigure(distance.name);
  const limit = figure(distance.most);
  const { name, found, most, over } = distance;
  const Sign = over ? X : Check;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto_6.5rem] items-baseline gap-x-2">
      <span className="flex items-baseline gap-1.5">
        <Sign
          aria-hidden
          strokeWidth={3}
          className={`size-3.5 shrink-0 self-center ${over ? "text-bad" : "text-good"}`}
        />
        {say(`brand.${name}`)}
        <span className="sr-only">{say(over ? "brand.over" : "brand.within")}</span>
      </span>
      <span className={`tabular-nums ${over ? "font-semibold" : "font-medium"}`}>
        {figure(found)}
      </span>
      <span className="text-right text-quiet tabular-nums">
        {name === "shape"
          ? say("brand.least", { least: limit })
          : say("brand.most", { most: limit })}
      </span>
      <Track found={found} most={most} over={over} />
    </li>
  );
}

/** A length on a scale whose limit is marked. */
function Track({ found, most, over }: Omit<Distance, "name">) {
  const whole = Math.max(most * ROOM, found * 1.05, 1e-6);
  const share = (value: number) => `${Math.min(100, (100 * value) / whole)}%`;
  return (
    <span aria-hidden className="relative col-span-3 mt-1 block h-1 rounded-full bg-sunk">
      <span
        className={`block h-full rounded-full ${over ? "bg-bad" : "bg-quiet"}`}
        style={{ width: share(found) }}
      />
      <span
        className="-top-1 -translate-x-1/2 absolute h-3 w-0.5 rounded-full bg-ink"
        style={{ left: share(most) }}
      />
    </span>
  );
}

/** A distance as people know it; that of shapes is told as how much of them agrees. */
function useFigure(name: Distance["name"]): (distance: number) => string {
  const language = useLanguage();
  const digits = name === "shape" ? 3 : 1;
  const format = new Intl.NumberFormat(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  if (name === "shape") return (distance) => format.format(1 - distance);
  return (distance) => `${format.format(distance)}${name === "hue" ? "°" : ""}`;
}
