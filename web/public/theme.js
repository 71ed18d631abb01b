// Runs before the first paint, so that a dark studio never flashes white and no word is in the
// wrong language. A file of its own: the server lets no script run that stands in a page.
(() => {
  const kept = (name) => {
    try {
      return localStorage.getItem(`nukki.${name}`);
    } catch {
      return null; // a browser that forbids storage gets what the system says
    }
  };
  const theme = kept("theme");
  const language = kept("language") ?? navigator.language;
  const dark =
    theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  const page = document.documentElement;
  page.classList.toggle("dark", dark);
  page.lang = language.toLowerCase().startsWith("ko") ? "ko" : "en";
  // the browser paints its own ground before a style sheet is there
  document.querySelector("meta[name=color-scheme]").content = dark ? "dark" : "light";
})();
