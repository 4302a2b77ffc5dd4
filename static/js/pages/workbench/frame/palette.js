// Find: commands, pods, nodes, plugins and extension points by name, in one dialog. "/" looks for nodes,
// Ctrl+K for everything.

import { h, replace } from "../../../lib/dom.js";
import { fuzzy } from "../../../lib/fuzzy.js";
import { t } from "../../../lib/i18n.js";
import { STEPPED } from "../core/breakpoints.js";
import { current, go, goCycle, goNode, goPoint, viewData } from "../core/actions.js";
import { isCharacter, keyName } from "../core/commands.js";
import { clusterAt } from "../../../model/fold.js";
import { POINTS, stateOf } from "../../../model/points.js";
import { cluster, log, pointer, view } from "../core/state.js";
import { pluginsAt } from "../../../model/steps.js";

/** @import { ExtensionPoint } from "../../../model/points.js" */
/** @import { Command } from "../core/commands.js" */

const MAX_ENTRIES = 12;
const LETTERS_FOR_RUNNING_PODS = 2; // of tens of thousands

/** @typedef {{name: string, kind: string, run: () => void}} Entry */

/** Opens the dialog, which is made once. @type {((only: boolean, typed: () => string[]) => void) | null} */
let open = null;

/**
 * @param {() => Command[]} commands
 * @param {boolean} only nodes, and nothing else
 * @param {() => string[]} typed the keys that were pressed before the dialog was there
 */
export function openPalette(commands, only, typed) {
  open ??= palette(commands);
  open(only, typed);
}

/** @param {() => Command[]} commands @returns {(only: boolean, typed: () => string[]) => void} */
function palette(commands) {
  const input = h("input.in", {
    type: "text",
    role: "combobox",
    "aria-expanded": "true",
    "aria-controls": "found",
    "aria-autocomplete": "list",
    "aria-label": t("Find a node, a pod or a command"),
    autocomplete: "off",
    spellcheck: "false",
  });
  const list = h("ul.found", { role: "listbox", id: "found", "aria-label": t("Found") });
  const dialog = h("dialog.dialog.palette", { "aria-label": t("Find") }, h("div.palette-h", input), list);
  document.body.append(dialog);
  /** @type {Entry[]} */
  let entries = [];
  let at = 0;
  let nodesOnly = false;

  /** @param {Entry | undefined} entry */
  const choose = (entry) => {
    dialog.close();
    entry?.run();
  };
  /** @param {Entry} entry @param {number} i */
  const option = (entry, i) =>
    h(
      "li",
      { role: "option", id: `found-${i}`, "aria-selected": String(i === at), onclick: () => choose(entry) },
      h("span.grow.cut", entry.name),
      h("span.mute.t12", entry.kind),
    );
  const show = () => {
    const query = input.value.trim().toLowerCase();
    entries = best(query, nodesOnly ? nodes() : everything(query, commands()));
    at = Math.min(at, Math.max(0, entries.length - 1));
    replace(
      list,
      entries.length ? entries.map(option) : h("li.mute", { role: "presentation" }, t("No match")),
    );
    input.setAttribute("aria-activedescendant", entries.length ? `found-${at}` : "");
    list.children[at]?.scrollIntoView({ block: "nearest" });
  };
  input.addEventListener("input", () => {
    at = 0;
    show();
  });
  input.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step && entries.length) at = (at + step + entries.length) % entries.length;
    else if (event.key === "Enter") choose(entries[at]);
    else return;
    event.preventDefault();
    show();
  });
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  // What is looked for may arrive while somebody types.
  for (const source of [log, cluster, view]) source.subscribe(() => dialog.open && show());
  return (only, typed) => {
    if (dialog.open) return;
    nodesOnly = only;
    input.placeholder = only ? t("Find a node") : t("Find a command, pod, node, plugin or extension point");
    const keys = typed();
    input.value = written(keys);
    at = 0;
    show();
    if (keys.includes("Escape")) return;
    if (keys.includes("Enter")) return choose(entries[at]);
    dialog.showModal();
    input.focus();
  };
}

/** The text that these keys write. @param {string[]} keys */
const written = (keys) =>
  keys.reduce(
    (text, key) => (key === "Backspace" ? text.slice(0, -1) : text + (isCharacter(key) ? key : "")),
    "",
  );

/** @param {string} query @param {Entry[]} entries */
function best(query, entries) {
  if (!query) return entries.slice(0, MAX_ENTRIES);
  const scored = entries
    .map((entry) => ({ entry, score: fuzzy(query, entry.name) }))
    .filter(({ score }) => score > 0);
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_ENTRIES)
    .map(({ entry }) => entry);
}

/** @param {string} query @param {Command[]} commands @returns {Entry[]} */
function everything(query, commands) {
  const running = query.length >= LETTERS_FOR_RUNNING_PODS ? runningPods(query) : [];
  return [...commands.map(ofCommand), ...points(), ...plugins(), ...pods(), ...nodes(), ...running];
}

/** @param {Command} command */
const ofCommand = ({ label, keys, run }) => ({ name: label, kind: keys.map(keyName).join(t(" or ")), run });
const nodes = () =>
  (cluster.get()?.nodes ?? []).map(({ name }) => ({ name, kind: t("node"), run: () => goNode(name) }));
const pods = () =>
  log.get().cycles.map((cycle) => ({
    name:
      cycle.attempt > 1
        ? t("{pod} attempt {attempt}", { pod: cycle.pod, attempt: cycle.attempt })
        : cycle.pod,
    kind: t("pod"),
    run: () => goCycle(cycle.index),
  }));

function points() {
  const cycle = current();
  return POINTS.filter(({ id }) => cycle && stateOf(id, cycle) === "done").map(({ id, label }) => ({
    name: label,
    kind: t("extension point"),
    run: () => goPoint(id),
  }));
}

function plugins() {
  const cycle = current();
  if (!cycle) return [];
  /** @param {ExtensionPoint} point */
  const at = (point) =>
    pluginsAt(point, cycle, viewData()).map((plugin) => ({
      name: plugin,
      kind: point,
      run: () => go({ point, plugin }),
    }));
  return STEPPED.filter((point) => cycle.points[point]).flatMap(at);
}

/** Pods that run already, which lead to their nodes. @param {string} query @returns {Entry[]} */
function runningPods(query) {
  const loaded = cluster.get();
  const at = pointer.get();
  if (!loaded || !at) return [];
  const fold = clusterAt(loaded, log.get(), at.cycle);
  const scheduled = new Set(log.get().cycles.map((cycle) => cycle.pod));
  /** @type {Entry[]} */
  const entries = [];
  for (let index = 0; index < loaded.podCount && entries.length < MAX_ENTRIES; index++) {
    if (!loaded.podNames[index].toLowerCase().includes(query)) continue;
    const name = loaded.keyOf(index);
    const node = fold.nodeOf.get(name);
    if (node && !scheduled.has(name))
      entries.push({ name, kind: t("pod on {node}", { node }), run: () => goNode(node) });
  }
  return entries;
}
