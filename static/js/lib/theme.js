// Light, dark or the system's. theme-boot.js applies the choice before the first paint; this keeps it.

import { atom } from "./atoms.js";
import { store } from "./stored.js";

const system = matchMedia("(prefers-color-scheme: dark)");

/** @returns {"light" | "dark"} what is on screen now */
export function currentTheme() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return system.matches ? "dark" : "light";
}

/** The theme on screen, for parts that draw with colours of their own: canvas, figures, the editor. */
export const theme = atom(currentTheme());

system.addEventListener("change", () => theme.set(currentTheme()));
addEventListener("storage", (event) => {
  if (event.key === "theme") apply(event.newValue);
});

/** @param {"light" | "dark" | null} choice null follows the system again */
export function setTheme(choice) {
  store("theme", choice);
  apply(choice);
}

/** The other one; the system's own choice is stored as "follow the system". */
export function toggleTheme() {
  const other = currentTheme() === "dark" ? "light" : "dark";
  setTheme(other === (system.matches ? "dark" : "light") ? null : other);
}

/** @param {string | null} choice */
function apply(choice) {
  if (choice === "light" || choice === "dark") document.documentElement.dataset.theme = choice;
  else delete document.documentElement.dataset.theme;
  theme.set(currentTheme());
}

/** The value of a design token, for drawing outside CSS: `token("--pass")`. @param {string} name */
export function token(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
