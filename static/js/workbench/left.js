// The left pane: the topology, or on a draft the editor. The editor is loaded when it is first shown.

import { effect } from "../lib/atoms.js";
import { $, h, replace } from "../lib/dom.js";
import { groupingButton } from "./map/grouping.js";
import { mountMap } from "./map/map.js";
import { boot, left, phone, pointer, run, scenario, view } from "./state.js";
import { runOptions, versionChoice } from "./version.js";

const STORED = "workbench.left";

/** @returns {{changed: () => boolean, run: () => Promise<void> | undefined}} */
export function mountLeft() {
  const pane = $("#left");
  const topology = h("div", { class: "pane topo" });
  const body = h("div", { class: "pane-b map" });
  const edit = h("div", { class: "pane edit" });
  replace(topology, h("div", { class: "pane-h" }, h("h2", null, "Topology"), shownNumber(), h("span", { class: "grow" }), groupingButton()), body, legend());
  replace(pane, topology, boot.kind === "draft" ? [pageName(), edit] : null);
  mountMap(body);
  if (boot.kind !== "draft") return { changed: () => false, run: () => undefined };
  left.set(location.hash === "#edit" ? "edit" : (remembered() ?? (boot.run ? "topology" : "edit")));
  return editorIn(edit, pane, topology);
}

// On a phone the editor stands alone, without the heading of a step.
function pageName() {
  const element = h("h1", { class: "vh" }, "Edit");
  effect([left], (shown) => {
    element.hidden = shown !== "edit";
    element.classList.toggle("ph", !element.hidden);
  });
  return element;
}

// What the numbers on the nodes are.
function shownNumber() {
  const element = h("span", { class: "mute t12 cut" });
  effect([pointer, view], (at, seen) => {
    const scored = at && seen.data?.trace.total;
    const name = { Score: "raw", NormalizeScore: "0–100" }[at?.point];
    element.textContent = !scored ? "" : name && at.plugin ? name : name || at.point === "Total" || at.point === "Result" ? "totals" : "";
  });
  return element;
}

function editorIn(edit, pane, topology) {
  /** @type {import("../editor/editor.js").Editor | null} */
  let editor = null;
  let loading = false;
  const load = async () => {
    if (editor || loading) return;
    loading = true;
    const { mountEditor } = await import("../editor/editor.js");
    editor = await mountEditor(edit, { scenario: boot.scenario, beside: versionChoice(), runOptions, onRun: ran, onChange: ({ changed }) => document.body.classList.toggle("stale", changed && Boolean(run.get())) });
  };
  effect([left], (shown) => {
    const editing = shown === "edit";
    edit.hidden = !editing;
    topology.hidden = editing;
    document.body.classList.toggle("editing", editing);
    try {
      localStorage.setItem(STORED, shown);
    } catch {
      // storage is blocked: the choice holds for this page
    }
    if (editing) load();
  });
  return { changed: () => editor?.changed.get() ?? false, run: async () => (left.set("edit"), await load(), editor?.run()) };
}

function ran(started) {
  run.set(started);
  if (phone.get()) left.set("topology"); // where the steps are
  scenario.update((draft) => ({ ...draft, snapshot: started.snapshot, run: started.id }));
}

function remembered() {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

function legend() {
  const key = (kind, text) => h("span", null, h("i", { class: `pod ${kind}` }), text);
  return h("div", { class: "pane-f" }, h("div", { class: "key" }, key("on", "counted"), key("", "other pod"), key("new", "this pod"), key("hatch", "cordoned or rejected")));
}
