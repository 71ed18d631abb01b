// What the studio keeps in this browser, and how to forget it.

/** What a person knows it as, by the names under which it is stored. */
const KINDS = {
  look: ["language", "theme", "board", "alpha", "brand", "place"],
  notices: ["sound", "notify", "whose", "told"],
  draft: ["make"],
  filters: ["filters"],
  asked: ["asked"],
  ended: ["ended"],
} as const;
export type Kind = keyof typeof KINDS | "photo" | "more";

const PREFIX = "nukki.";
const DATABASE = "nukki";
const PHOTOS = "photos";

const names = (store: Storage): string[] =>
  Object.keys(store).filter((name) => name.startsWith(PREFIX));

/** Kinds of things that are there now. */
export function kinds(stored: string[], hasPhoto: boolean): Kind[] {
  const kindOf = (name: string): Kind => {
    const bare = name.slice(PREFIX.length).split(".")[0] ?? "";
    const known = Object.entries(KINDS).find(([, own]) =>
      (own as readonly string[]).includes(bare),
    );
    return (known?.[0] as Kind | undefined) ?? "more";
  };
  const found = new Set<Kind>(stored.map(kindOf));
  if (hasPhoto) found.add("photo");
  return [...Object.keys(KINDS), "photo", "more"].filter((kind): kind is Kind =>
    found.has(kind as Kind),
  );
}

export async function kept(): Promise<Kind[]> {
  const stored = attempt(() => [...names(localStorage), ...names(sessionStorage)]) ?? [];
  const databases = (await indexedDB.databases?.()) ?? [];
  const there = databases.some(({ name }) => name === DATABASE);
  return kinds(stored, there && (await hasPhotos()));
}

function hasPhotos(): Promise<boolean> {
  return new Promise((done) => {
    const opened = indexedDB.open(DATABASE);
    opened.onerror = () => done(false);
    opened.onsuccess = () => {
      const database = opened.result;
      const finish = (found: boolean) => {
        database.close();
        done(found);
      };
      if (!database.objectStoreNames.contains(PHOTOS)) return finish(false);
      const counted = database.transaction(PHOTOS).objectStore(PHOTOS).count();
      counted.onsuccess = () => finish(counted.result > 0);
      counted.onerror = () => finish(false);
    };
  });
}

/** Forgets all of it. The page is to be loaded anew afterwards. */
export async function forget(): Promise<void> {
  attempt(() => {
    for (const store of [localStorage, sessionStorage]) {
      for (const name of names(store)) store.removeItem(name);
    }
  });
  await new Promise<void>((done) => {
    const asked = indexedDB.deleteDatabase(DATABASE);
    // another tab that has it open lets go of it when it closes
    asked.onsuccess = asked.onerror = asked.onblocked = () => done();
  });
}

/** A browser may forbid storage altogether. */
function attempt<Value>(act: () => Value): Value | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
