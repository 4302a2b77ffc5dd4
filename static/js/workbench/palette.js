// Find: nodes, pods and commands by name, in one dialog. "/" looks for nodes, Ctrl+K for everything.

import { h, replace } from "../lib/dom.js";
import { goCycle, goNode } from "./actions.js";
import { keyName } from "./commands.js";
import { cluster, log } from "./state.js";

const SHOWN = 12;

/** @param {() => import("./commands.js").Command[]} commands */
export function palette(commands) {
  const input = h("input", { class: "in", type: "search", role: "combobox", "aria-expanded": "true", "aria-controls": "found", "aria-autocomplete": "list", "aria-label": "Find a node, a pod or a command", autocomplete: "off" });
  const found = h("ul", { class: "found", role: "listbox", id: "found", "aria-label": "Found" });
  const dialog = h("dialog", { class: "dialog palette", "aria-label": "Find" }, h("div", { class: "palette-h" }, input), found);
  document.body.append(dialog);
  let entries = [];
  let at = 0;
  let nodesOnly = false;

  const choose = (entry) => {
    dialog.close();
    entry?.run();
  };
  const show = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const all = [...nodes(), ...(nodesOnly ? [] : [...pods(), ...commands().map(asEntry)])];
    entries = all.filter((entry) => words.every((word) => entry.name.toLowerCase().includes(word))).slice(0, SHOWN);
    at = Math.min(at, Math.max(0, entries.length - 1));
    replace(found, entries.length ? entries.map((entry, i) => h("li", { role: "option", id: `found-${i}`, "aria-selected": String(i === at), onclick: () => choose(entry) }, h("span", { class: "grow cut" }, entry.name), h("span", { class: "mute t12" }, entry.kind))) : h("li", { class: "mute" }, "Nothing has this name"));
    input.setAttribute("aria-activedescendant", entries.length ? `found-${at}` : "");
  };
  input.addEventListener("input", () => {
    at = 0;
    show();
  });
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && entries.length) at = (at + step + entries.length) % entries.length;
    else if (event.key === "Enter") choose(entries[at]);
    else return;
    event.preventDefault();
    show();
  });
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  return (only = false) => {
    nodesOnly = only;
    input.placeholder = only ? "Find a node" : "Find a node, a pod or a command";
    input.value = "";
    at = 0;
    show();
    dialog.showModal();
    input.focus();
  };
}

const nodes = () => (cluster.get()?.nodes ?? []).map(({ name }) => ({ name, kind: "node", run: () => goNode(name) }));
const pods = () => log.get().cycles.map((cycle) => ({ name: cycle.attempt > 1 ? `${cycle.pod} attempt ${cycle.attempt}` : cycle.pod, kind: "pod", run: () => goCycle(cycle.index) }));
const asEntry = (command) => ({ name: command.label, kind: command.keys.map(keyName).join(" or "), run: command.run });
