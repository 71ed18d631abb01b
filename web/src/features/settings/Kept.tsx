// What is kept in this browser, and a button that forgets it.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWords } from "@/shared/words/words";
import { forget, kept } from "./kept";
import { Row } from "./Row";

export function Kept() {
  const say = useWords();
  const [asking, setAsking] = useState(false);
  const found = useQuery({ queryKey: ["kept"], queryFn: kept, staleTime: 0, gcTime: 0 }).data ?? [];
  const clear = async () => {
    await forget();
    location.reload();
  };
  const list = found.map((kind) => say(`kept.${kind}`)).join(", ");
  return (
    <Row
      put="wrapped"
      name={say("kept.title")}
      about={list ? say("kept.list", { list }) : say("kept.nothing")}
    >
      {asking ? (
        <div className="flex flex-wrap gap-2">
          <button
            type="button"
            className="button"
            // biome-ignore lint/a11y/noAutofocus: the question took the place of the button
            autoFocus
            onClick={() => setAsking(false)}
          >
            {say("kept.keep")}
          </button>
          <button type="button" className="button" data-kind="grave" onClick={clear}>
            {say("kept.forget.yes")}
          </button>
        </div>
      ) : (
        <button
          type="button"
          className="button"
          disabled={found.length === 0}
          onClick={() => setAsking(true)}
        >
          {say("kept.forget")}
        </button>
      )}
    </Row>
  );
}
