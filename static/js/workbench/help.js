// "?": all keys, from the list of commands; and what the eight cell states mean.

import { h } from "../lib/dom.js";
import { GLYPHS, glyph, icon } from "../lib/icons.js";
import { keyName } from "./commands.js";

const MEANING = {
  pass: "The plugin lets the pod on the node.",
  rejected: "Rejected; removing pods (preemption) might help.",
  unresolvable: "Rejected; no removal of pods can help.",
  skipped: "The plugin's PreFilter said Skip: it has nothing to check for this pod.",
  unreached: "An earlier plugin rejected the node.",
  outside: "PreFilter narrowed the search to other nodes.",
  unevaluated: "Enough feasible nodes were found before.",
  error: "The plugin failed.",
};

/** @param {() => import("./commands.js").Command[]} commands */
export function helpDialog(commands) {
  return () => {
    const dialog = h("dialog", { class: "dialog help", "aria-labelledby": "help-h" });
    const groups = Map.groupBy ? Map.groupBy(commands(), (each) => each.group) : new Map([["Keys", commands()]]);
    dialog.append(
      h("div", { class: "dialog-h" }, h("h2", { id: "help-h" }, "Keys and signs"), h("button", { class: "btn bare icon", type: "button", "aria-label": "Close", onclick: () => dialog.close() }, icon("x"))),
      h(
        "div",
        { class: "dialog-b help-b" },
        h("div", null, [...groups].map(([name, list]) => [h("h3", { class: "h3" }, name), h("dl", { class: "keys" }, list.map((each) => [h("dt", null, each.keys.map((key) => h("kbd", { class: "kbd" }, keyName(key)))), h("dd", null, each.label)]))])),
        h("div", null, h("h3", { class: "h3" }, "Cells of the Filter matrix"), h("dl", { class: "signs" }, Object.keys(GLYPHS).map((state) => [h("dt", null, glyph(/** @type {any} */ (state))), h("dd", null, MEANING[state])])), h("p", { class: "mute t12" }, "Hatched: kube-scheduler did not run this plugin on this node; it was asked all the same.")),
      ),
    );
    dialog.addEventListener("close", () => dialog.remove());
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    document.body.append(dialog);
    dialog.showModal();
  };
}
