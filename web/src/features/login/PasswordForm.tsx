// The password, and how long to wait after too many wrong ones.
import { TriangleAlert } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { Refused } from "@/shared/api";
import { useLogIn } from "@/shared/session";
import { useWords } from "@/shared/words/words";

/** `passed` is told when it was right. */
export function PasswordForm({ passed }: { passed?: () => void }) {
  const say = useWords();
  const logIn = useLogIn();
  const [password, setPassword] = useState("");
  const wait = useCountdown(logIn.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    logIn.mutate(password, {
      onSettled: () => setPassword(""),
      ...(passed && { onSuccess: passed }),
    });
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      {/* password managers file what they keep under a name */}
      <input type="text" autoComplete="username" value="nukki" readOnly hidden />
      <label className="grid gap-1.5 font-medium text-sm">
        {say("login.password")}
        <input
          type="password"
          data-first
          name="password"
          autoComplete="current-password"
          // biome-ignore lint/a11y/noAutofocus: there is nothing else to do
          autoFocus
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          className="field text-base"
        />
      </label>
      <Wrong error={logIn.error} wait={wait} />
      <button
        type="submit"
        className="button min-h-11!"
        data-kind="first"
        disabled={wait > 0 || logIn.isPending}
        aria-busy={logIn.isPending}
      >
        {wait > 0 ? say("login.wait", { seconds: wait }) : say("login.verb")}
      </button>
    </form>
  );
}

function Wrong({ error, wait }: { error: Error | null; wait: number }) {
  const say = useWords();
  if (!error) return null;
  const told = error instanceof Refused && error.message ? error : null;
  if (told?.wait && wait === 0) return null; // it may be tried again
  return (
    <p role="alert" className="flex gap-2 rounded-xl bg-bad/10 px-3 py-2 text-sm">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
      {told?.message ?? say("refusal.offline")}
    </p>
  );
}

/** Seconds until the server listens again after `error`. */
function useCountdown(error: Error | null): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const seconds = error instanceof Refused ? error.wait : 0;
    setLeft(seconds);
    if (!seconds) return;
    const until = Date.now() + seconds * 1000;
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      setLeft(now);
      if (now === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [error]);
  return left;
}
