// What does not fit into the header, in one menu: the other views of the run, and commands, which are
// those of the palette.

import { $$ } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { showMenu } from "../../../lib/menu.js";
import { toggleTheme } from "../../../lib/theme.js";

/** @import { Command } from "../core/commands.js" */

/** @type {Record<string, string>} */
const ICONS = {
  palette: "search",
  run: "list",
  map: "cluster",
  copy: "link",
  diff: "diff",
  export: "download",
  break: "dot",
  pin: "pin",
  rest: "play",
  changed: "eq",
  event: "file",
  expect: "check",
  help: "help",
};

/**
 * @param {HTMLElement} button
 * @param {Command[]} commands
 */
export function mountMore(button, commands) {
  const offered = commands.filter(({ id }) => id in ICONS);
  button.addEventListener("click", () =>
    showMenu(button, [
      ...$$(".views a:not([hidden], [aria-current])").map((view) => ({
        label: view.textContent,
        icon: "right",
        run: () => view.click(),
      })),
      ...$$("#to-edit").map((edit) => ({
        label: edit.getAttribute("aria-label") ?? "",
        icon: "pencil",
        run: () => edit.click(),
      })),
      ...offered.map(({ id, label, run }) => ({ label, icon: ICONS[id], run })),
      { label: t("Light or dark"), icon: "moon", run: toggleTheme },
      ...$$(".languages button").map((language) => ({
        label: language.textContent,
        icon: "right",
        run: () => language.click(),
      })),
    ]),
  );
}
