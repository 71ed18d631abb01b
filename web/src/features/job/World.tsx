// What moves under the look: the ground that pictures lie on, and the pictures on it.
import { type ReactNode, useLayoutEffect, useRef } from "react";
import type { Banner } from "@/shared/banner";
import { PIXELS_FROM, type Size } from "@/shared/viewport";
import { CHAT, Chat } from "./Chat";
import type { Look } from "./look";
import { OnPhoto } from "./OnPhoto";

export type Ground = { kind: "plain" } | { kind: "chat" } | { kind: "photo"; photo: Banner };

/** How large the world is that is looked at. */
export function worldSize(ground: Ground, size: Size): Size {
  if (ground.kind === "plain") return size;
  return ground.kind === "chat" ? CHAT : ground.photo;
}

type Props = { look: Look; ground: Ground; size: Size; children: ReactNode };

/** Pictures of together `size` on a ground: alone, as a sticker in a chat, or put onto a photo. */
export function World({ look, ground, size, children }: Props) {
  const box = (longest: number) => (
    <Box size={size} scale={longest / Math.max(size.width, size.height)}>
      {children}
    </Box>
  );
  return (
    <Moved look={look} size={worldSize(ground, size)}>
      {ground.kind === "plain" && children}
      {ground.kind === "chat" && <Chat sticker={box} />}
      {ground.kind === "photo" && (
        <OnPhoto look={look} photo={ground.photo} size={size}>
          {box}
        </OnPhoto>
      )}
    </Moved>
  );
}

/** An element that the look moves; sharp when it rests, and pixel by pixel when it is near. */
function Moved({ look, size, children }: { look: Look; size: Size; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () =>
      look.paint(({ view, moving, percent }) => {
        if (!element.current) return;
        const { style, dataset } = element.current;
        style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
        style.willChange = moving ? "transform" : "";
        style.setProperty("--px", String(1 / view.scale)); // a pixel of the screen, for lines
        dataset.near = String(percent() >= PIXELS_FROM * 100);
      }),
    [look],
  );
  return (
    <div
      ref={element}
      className="absolute top-0 left-0 origin-top-left data-[near=true]:[&_img]:[image-rendering:pixelated]"
      style={{ width: size.width, height: size.height }}
    >
      {children}
    </div>
  );
}

function Box({ size, scale, children }: { size: Size; scale: number; children: ReactNode }) {
  return (
    <div style={{ width: size.width * scale, height: size.height * scale }}>
      <div className="relative origin-top-left" style={{ ...size, transform: `scale(${scale})` }}>
        {children}
      </div>
    </div>
  );
}
