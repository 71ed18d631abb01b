// What is installed, and where the rest of it is written down.
import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { client, unpack } from "@/shared/api";
import { useLanguage } from "@/shared/preferences";
import { Term } from "@/shared/ui/Term";
import { useWords } from "@/shared/words/words";
import { Row } from "./Row";

type Installed = { version: string; engine: string; model: string };

/** The parts of the manifest that are shown; what is not as expected is left out. */
function useInstalled() {
  const language = useLanguage();
  return useQuery({
    queryKey: ["manifest", language],
    queryFn: async ({ signal }): Promise<Installed> => {
      const told = unpack(await client.GET("/api/manifest", { signal }));
      const models = Array.isArray(told.models) ? told.models : [];
      const own = models.find((model) => model?.engine === told.engine);
      const text = (value: unknown) => (typeof value === "string" ? value : "");
      return {
        version: text(told.version),
        engine: text(told.engine),
        model: text(own?.name?.[language]),
      };
    },
  });
}

export function About() {
  const say = useWords();
  const installed = useInstalled().data;
  const engine = [installed?.model, installed?.engine].filter(Boolean).join(" · ");
  return (
    <>
      <Row name={say("about.version")}>
        <p className="text-sm tabular-nums">{installed?.version ?? "…"}</p>
      </Row>
      <Row name={<Term name="engine" />}>
        <p className="text-sm">{engine || "…"}</p>
      </Row>
      <Row name={say("about.api")} about={say("about.api.about")}>
        <a className="button" href="/api/openapi.json" target="_blank" rel="noreferrer">
          OpenAPI
          <ExternalLink aria-hidden className="size-3.5 text-quiet" />
          <span className="sr-only">{say("about.tab")}</span>
        </a>
      </Row>
    </>
  );
}
