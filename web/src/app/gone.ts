// Parts of the studio that an upgrade took away while a tab still asks for the old ones.
const AT = "nukki.reloaded";
const AGAIN_MS = 60_000;

/** Whether a part of the studio could not be loaded; each browser says it in its own words. */
export const isGone = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|unable to preload css/i.test(
    error.message,
  );

/** Loads the page anew, unless that was just tried: then the fault is another one. */
export function reloadOnce(
  now = Date.now(),
  reload: () => void = () => location.reload(),
): boolean {
  try {
    if (now - Number(sessionStorage.getItem(AT) ?? 0) < AGAIN_MS) return false;
    sessionStorage.setItem(AT, String(now));
  } catch {
    return false; // where nothing can be remembered it would never end
  }
  reload();
  return true;
}
