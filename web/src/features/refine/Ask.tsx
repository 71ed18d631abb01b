// A question over the brush before something is lost, open as long as it is shown.
import { type ComponentProps, useEffect, useRef } from "react";
import { Confirm } from "@/shared/ui/Confirm";

export function Ask(question: Omit<ComponentProps<typeof Confirm>, "ref" | "mild">) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  return <Confirm ref={dialog} {...question} />;
}
