// page/src/view/theme.ts: light, dark, or as the system has it.
import { useEffect, useState } from "preact/hooks";

const key = "isthmus-theme";
const query = "(prefers-color-scheme: dark)";
const themes = ["system", "light", "dark"];

function kept(): string {
  try {
    const theme = localStorage.getItem(key) ?? "";
    return themes.includes(theme) ? theme : "system";
  } catch {
    return "system"; // a browser that keeps nothing
  }
}

/** Its name, what it comes to (light or dark), and a step to the next one. Whoever draws by hand
    draws again with it. */
export function useTheme(): [string, string, () => void] {
  const [theme, setTheme] = useState(kept);
  const [isDark, setDark] = useState(() => matchMedia(query).matches);
  const colours = theme === "system" ? (isDark ? "dark" : "light") : theme;
  document.documentElement.dataset.theme = colours;
  useEffect(() => {
    const dark = matchMedia(query);
    const onChange = () => setDark(dark.matches);
    dark.addEventListener("change", onChange);
    return () => dark.removeEventListener("change", onChange);
  }, []);
  const next = () => {
    const following = themes[(themes.indexOf(theme) + 1) % themes.length]!;
    try {
      localStorage.setItem(key, following);
    } catch {
      // It holds for this page alone.
    }
    setTheme(following);
  };
  return [theme, colours, next];
}
