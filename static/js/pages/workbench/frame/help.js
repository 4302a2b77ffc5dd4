// "?": all keys, from the list of commands; and what the eight cell states mean.

import { h } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { GLYPHS } from "../../../lib/glyphs.js";
import { glyph, icon } from "../../../lib/icons.js";
import { redrawWhileMounted } from "../../../lib/redrawWhileMounted.js";
import { isCharacter, keyName } from "../core/commands.js";
import { lettersOn } from "../core/keys.js";

/** @import { Command } from "../core/commands.js" */

const STATES = /** @type {(keyof typeof GLYPHS)[]} */ (Object.keys(GLYPHS));

/** @type {Record<keyof typeof GLYPHS, string>} */
const MEANING = {
  pass: t("The plugin allows the pod on the node."),
  rejected: t("Rejected; preemption might help."),
  unresolvable: t("Rejected; preemption cannot help."),
  skipped: t("The plugin's PreFilter returned Skip: it has nothing to check for this pod."),
  unreached: t("An earlier plugin rejected the node."),
  outside: t("PreFilter narrowed the search to other nodes."),
  unevaluated: t("Enough feasible nodes had been found."),
  error: t("The plugin failed."),
};

/** @param {Command[]} commands */
export function openHelp(commands) {
  const dialog = h("dialog.dialog.help", { "aria-labelledby": "help-h" });
  const groups = [...new Set(commands.map((command) => command.group))];
  dialog.append(
    h(
      "div.dialog-h",
      h("h2", { id: "help-h" }, t("Keys and symbols")),
      h("button.btn.bare.icon", { "aria-label": t("Close"), onclick: () => dialog.close() }, icon("x")),
    ),
    h(
      "div.dialog-b.help-b",
      h(
        "div",
        groups.map((name) => [
          h("h3.h3", name),
          keyList(commands.filter((command) => command.group === name && command.keys.length)),
        ]),
      ),
      h(
        "div",
        h("h3.h3", t("Single characters as keys")),
        letterSwitch(),
        h("h3.h3", t("Cells of the Filter matrix")),
        h(
          "dl.signs",
          STATES.map((state) => [h("dt", glyph(state)), h("dd", MEANING[state])]),
        ),
        h(
          "p.mute.t12",
          t("Hatched: kube-scheduler did not run this plugin on this node; it was run here anyway."),
        ),
      ),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.classList.toggle("letters-off", !lettersOn.get());
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {Command[]} list */
const keyList = (list) =>
  h(
    "dl.keys",
    list.map((command) => [
      h(
        "dt",
        command.keys.map((key) => h("kbd", { class: `kbd${isCharacter(key) ? " chr" : ""}` }, keyName(key))),
      ),
      h("dd", command.label),
    ]),
  );

function letterSwitch() {
  const element = h(
    "button.switch",
    { role: "switch", onclick: () => lettersOn.update((on) => !on) },
    t("Use letters and symbols as shortcuts"),
    h("i", { "aria-hidden": "true" }),
  );
  redrawWhileMounted(element, () => {
    const on = lettersOn.get();
    element.setAttribute("aria-checked", String(on));
    element.closest("dialog")?.classList.toggle("letters-off", !on);
  });
  return h(
    "div",
    element,
    h("p.mute.t12", t("Arrows, Home, End and Ctrl K always work. The palette has every command.")),
  );
}
