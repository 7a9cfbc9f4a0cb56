// Runs before the page is painted, so that a dark page never flashes white.
{
  const query = new URLSearchParams(location.search);
  let theme = query.get("theme");
  try { theme ??= localStorage.getItem("placed.theme"); } catch { /* storage is switched off */ }
  const wantsDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const isDark = theme === "dark" || (theme !== "light" && wantsDark);
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
}
