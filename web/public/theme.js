// Runs before the first paint, so that a dark studio never flashes white.
(() => {
  let theme = "system";
  try {
    theme = localStorage.getItem("nukki.theme") ?? theme;
  } catch {
    // a browser that forbids storage gets the system's theme
  }
  const dark =
    theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.classList.toggle("dark", dark);
})();
