// Where there is a password: until when the session lasts, and the way out.
import { moment } from "@/shared/format";
import { useLanguage } from "@/shared/preferences";
import { useLogOut, useSession, useSessionEnd } from "@/shared/session";
import { useWords } from "@/shared/words/words";
import { Row } from "./Row";

export function SessionRow() {
  const say = useWords();
  const language = useLanguage();
  const { data: session } = useSession();
  const end = useSessionEnd();
  const logOut = useLogOut();
  if (!session?.gate) return null;
  const until = end === null ? "" : moment(new Date(end).toISOString(), language);
  return (
    <Row name={say("session.title")} about={until && say("session.until", { time: until })}>
      <button type="button" className="button" onClick={() => logOut.mutate()}>
        {say("logout.verb")}
      </button>
    </Row>
  );
}
