// The gate: one password. What lies behind it is where the address already points.
import { KeyRound } from "lucide-react";
import { useEffect, useRef } from "react";
import { useSilence } from "@/shared/commands";
import { useTitle } from "@/shared/title";
import { useWords } from "@/shared/words/words";
import { PasswordForm } from "./PasswordForm";

/** Fills the window. A dialog of the browser, so that it lies above every other one that is open;
 * `over` the work of somebody whose session has ended. */
export default function Login({ over }: { over: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useSilence();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="login"
      onCancel={(event) => event.preventDefault()}
      // Escape asks twice in some browsers, and the second time it cannot be refused
      onClose={(event) => event.currentTarget.isConnected && event.currentTarget.showModal()}
      className="m-0 size-full max-h-none max-w-none bg-paper p-4 text-ink"
    >
      <div className="mx-auto mt-[14vh] grid max-w-sm gap-5 rounded-3xl bg-panel p-7 shadow-lg ring-1 ring-line">
        {over ? <Ended /> : <Welcome />}
        <PasswordForm />
      </div>
    </dialog>
  );
}

function Welcome() {
  const say = useWords();
  useTitle(say("login.title"));
  return <Head title={say("login.title")} text={say("login.about")} />;
}

function Ended() {
  const say = useWords();
  return <Head title={say("login.ended")} text={say("login.ended.about")} />;
}

function Head({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <h1 id="login" className="flex items-center gap-2 font-bold text-xl tracking-tight">
        <KeyRound aria-hidden className="size-5 text-quiet" />
        {title}
      </h1>
      <p className="mt-1 text-quiet text-sm">{text}</p>
    </div>
  );
}
