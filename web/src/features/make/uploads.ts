// Mood pictures on their way to the server, from wherever they come: dropped, pasted or picked.
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { Refused } from "@/shared/api";
import { useLanguage } from "@/shared/preferences";
import { shutBy } from "@/shared/session";
import { useWords } from "@/shared/words/words";
import { upload } from "./api";
import { type Draft, MOST } from "./draft";

/** One that is on its way, or why it did not arrive. */
export type Coming = { key: number; name: string; share: number; refused: string | null };
export type Uploads = {
  coming: Coming[];
  add: (files: Iterable<File>) => void;
  drop: (key: number) => void;
};

let latest = 0;

export function useUploads(draft: Draft, keep: (name: string) => void): Uploads {
  const say = useWords();
  const language = useLanguage();
  const queries = useQueryClient();
  const [coming, setComing] = useState<Coming[]>([]);
  const ends = useRef(new Map<number, AbortController>());
  useEffect(() => () => ends.current.forEach((end) => void end.abort()), []);

  const put = (key: number, part: Partial<Coming>) =>
    setComing((now) => now.map((item) => (item.key === key ? { ...item, ...part } : item)));
  const drop = useCallback((key: number) => {
    ends.current.get(key)?.abort();
    setComing((now) => now.filter((item) => item.key !== key));
  }, []);

  const start = (file: File, room: boolean) => {
    const key = ++latest;
    const refused = room ? null : say("make.references.full", { most: MOST.references });
    setComing((now) => [...now, { key, name: file.name, share: 0, refused }]);
    if (!room) return;
    const end = new AbortController();
    ends.current.set(key, end);
    upload(file, language, (share) => put(key, { share }), end.signal)
      .then(({ name }) => {
        keep(name);
        drop(key);
      })
      .catch((error: unknown) => {
        shutBy(error, queries);
        if (!end.signal.aborted) put(key, { refused: reason(error) ?? say("refusal.offline") });
      });
  };
  const add = (files: Iterable<File>) => {
    setComing((now) => now.filter(({ refused }) => refused === null));
    const under = coming.filter(({ refused }) => refused === null).length;
    const room = MOST.references - draft.references.length - under;
    [...files].forEach((file, place) => {
      start(file, place < room);
    });
  };
  return { coming, add, drop };
}

const reason = (error: unknown): string | null =>
  error instanceof Refused && error.message ? [error.message, error.hint].join(" ").trim() : null;
