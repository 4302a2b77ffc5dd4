// What does not fit into the header, in one menu: commands, which are those of the palette, and what every
// page of a run has there.

import { $$ } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { showMenu } from "../../../lib/menu.js";
import { commonEntries } from "../../../share/more.js";
import { setLevel } from "../core/actions.js";
import { level } from "../core/state.js";

/** @import { Command } from "../core/commands.js" */

/** @type {Record<string, string>} */
const ICONS = {
  palette: "search",
  first: "first",
  last: "last",
  "previous-rejected": "rej-back",
  "next-rejected": "rej-on",
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

/** @type {[name: string, label: string][]} */
const BY_LEVEL = [
  ["Pod", t("Step by pod")],
  ["Point", t("Step by extension point")],
  ["Plugin", t("Step by plugin")],
  ["Node", t("Step by node")],
];

/** @param {HTMLElement} button @param {Command[]} commands */
export function mountMore(button, commands) {
  const offered = commands.filter(({ id }) => id in ICONS);
  button.addEventListener("click", () =>
    showMenu(button, [
      ...$$("#to-edit").map((edit) => ({
        label: edit.getAttribute("aria-label") ?? "",
        icon: "pencil",
        run: () => edit.click(),
      })),
      ...offered.map(({ id, label, run }) => ({ label, icon: ICONS[id], run })),
      ...BY_LEVEL.map(([name, label]) => ({
        label,
        checked: level.get() === name,
        run: () => setLevel(name),
      })),
      ...commonEntries(),
    ]),
  );
}
