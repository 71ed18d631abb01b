// Hiding and restoring, told as it happens.
import { announce } from "@/shared/announce";
import { useWords } from "@/shared/words/words";
import { type Asset, useChange, type Variant } from "./api";

export function useTurn(asset: Asset) {
  const say = useWords();
  const change = useChange(asset.id);
  const tell = (hidden: boolean, name: string) =>
    announce(say(hidden ? "assets.hid" : "assets.restored", { name }));
  const onError = (error: Error) => announce(error.message);
  return {
    pending: change.isPending,
    asset: () => {
      const hidden = !asset.hidden;
      change.mutate({ hidden }, { onSuccess: () => tell(hidden, asset.name), onError });
    },
    variant: ({ id, hidden: was }: Variant) => {
      const hidden = !was;
      const variants = { [id]: { hidden } };
      const name = `${asset.id}:${id}`;
      change.mutate({ variants }, { onSuccess: () => tell(hidden, name), onError });
    },
  };
}
