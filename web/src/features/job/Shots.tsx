// Pictures at their places in the world, and a line around a part of one.
import type { Picture } from "@/shared/api";
import type { Point, Size } from "@/shared/viewport";
import type { Sheet } from "./sheets";

export type Room = Point & Size;

/** Layers over one another, each on those below it as it is meant to lie. */
export function Sheets({ name, sheets, alt }: { name: string; sheets: Sheet[]; alt: string }) {
  return sheets.map((sheet, place) => (
    <Shot
      key={sheet.name}
      picture={sheet.picture}
      at={undefined}
      blend={sheet.blend}
      plain={sheet.plain === true}
      {...(place === 0 && { alt: `${alt}, ${name}` })}
    />
  ));
}

/** A line of two pixels of the screen, white in black, to be seen on anything. */
export function Outline({
  room: { x, y, width, height },
  at,
}: {
  room: Room;
  at: Point | undefined;
}) {
  return (
    <div
      data-testid="brand-outline"
      className="pointer-events-none absolute shadow-[0_0_0_calc(var(--px,1)*2px)_white,0_0_0_calc(var(--px,1)*3.5px)_black] outline-[calc(var(--px,1)*1.5px)] outline-black"
      style={{ left: x + (at?.x ?? 0), top: y + (at?.y ?? 0), width, height }}
    />
  );
}

type ShotProps = {
  picture: Picture;
  at: Point | undefined;
  alt?: string;
  blend?: Sheet["blend"];
  plain?: boolean;
};

export function Shot({ picture, at, alt = "", blend = "normal", plain = false }: ShotProps) {
  const { url, width, height } = picture;
  return (
    <img
      src={url}
      alt={alt}
      draggable={false}
      className={`absolute max-w-none select-none ${plain ? "[filter:brightness(0)_invert(0.5)]" : ""}`}
      style={{ left: at?.x ?? 0, top: at?.y ?? 0, width, height, mixBlendMode: blend }}
    />
  );
}
