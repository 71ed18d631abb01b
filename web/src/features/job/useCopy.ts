// Copies a picture and says what became of it.
import { useEffect, useState } from "react";
import { announce } from "@/shared/announce";
import type { Picture } from "@/shared/api";
import { useBanner, usePlace } from "@/shared/banner";
import { useGround } from "@/shared/ui/Board";
import { type Say, useWords } from "@/shared/words/words";
import { bytesOf, copyPng, NoClipboard, onColor, onPhoto } from "./copying";

const SHOWN_MS = 4000;
const CHATS: Record<string, string> = { "chat-light": "#e8e8e8", "chat-dark": "#161616" };

export function useCopy(picture: Picture | null) {
  const say = useWords();
  const ground = useGround();
  const photo = useBanner(ground === "photo");
  const place = usePlace();
  const [told, setTold] = useState("");
  useEffect(() => {
    if (!told) return;
    const timer = setTimeout(() => setTold(""), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [told]);
  const copy = async (made: () => Promise<Blob>, name: string) => {
    let text = say("copy.done", { text: name });
    try {
      await copyPng(made());
    } catch (error) {
      text = say(error instanceof NoClipboard ? "copy.refused" : "refusal.offline");
    }
    setTold(text);
    announce(text);
  };
  const color = ground.startsWith("#") ? ground : (CHATS[ground] ?? "#ffffff");
  const chat = ground in CHATS && say("copy.on.chat");
  const groundName = photo ? say("copy.on.photo") : chat || nameOf(color, say);
  return {
    told,
    groundName,
    asIs: () => picture && copy(() => bytesOf(picture.url), say("take.final")),
    onGround: () =>
      picture &&
      copy(
        () => (photo ? onPhoto(picture, photo, place) : onColor(picture, color)),
        say("copy.on.done", { ground: groundName }),
      ),
  };
}

function nameOf(color: string, say: Say): string {
  if (color === "#ffffff") return say("copy.on.white");
  return color === "#000000" ? say("copy.on.black") : color;
}
