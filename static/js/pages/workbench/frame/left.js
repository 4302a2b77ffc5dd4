// The left pane: the topology, or on a draft the editor. The editor is loaded when it first opens.

import { effect, watch } from "../../../lib/atoms.js";
import { $, h, replace } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { later } from "../../../lib/later.js";
import { store, stored } from "../../../lib/stored.js";
import { toast } from "../../../lib/toast.js";
import { sentence } from "../editing/menu.js";
import { takePending } from "../editing/pending.js";
import { groupingButton } from "../core/grouping.js";
import { mapLegend } from "../map/legend.js";
import { linkPanes } from "../map/links.js";
import { mountMap } from "../map/map.js";
import { asTable } from "../map/settings.js";
import { mountTable } from "../map/table.js";
import { mapToolbar } from "../map/toolbar.js";
import { pendingTray } from "../map/tray.js";
import { boot, left, log, phone, run, runBefore, scenario, theScenario } from "../core/state.js";
import { runOptions, versionChoice } from "./version.js";

/** @import { DraftRunOut, ScenarioOut } from "../../../types/api.js" */
/** @import { Draft } from "../editing/menu.js" */

const STORED = "workbench.left";

const beginAtPod = later(async () => (await import("../editing/begin.js")).beginAtPod);
const mountEditor = later(async () => (await import("../../../editor/editor.js")).mountEditor);

/**
 * What the rest of the page needs from the editor; on a snapshot's page it does nothing.
 * @typedef {object} LeftPane
 * @property {(scenario: ScenarioOut) => void} renamed
 * @property {Draft | null} draft
 * @property {() => boolean} changed
 * @property {() => Promise<void> | undefined} run
 * @property {(edit: (source: string) => string) => Promise<void>} change one edit of the draft's text
 */

export function mountLeft() {
  const pane = $("#left");
  const topology = h("div.pane.topo");
  const body = h("div.pane-b.map");
  const table = h("div.pane-b.map-rows");
  const edit = h("div.pane.edit");
  replace(
    topology,
    h("div.pane-h", h("h2", t("Topology")), h("span.grow"), groupingButton()),
    mapToolbar(),
    pendingTray(),
    body,
    table,
    mapLegend(),
  );
  replace(pane, topology, boot.kind === "draft" ? [pageName(), edit] : null);
  mountMap(body);
  mountTable(table);
  linkPanes([$("#stage"), $("#why"), table]);
  effect(() => (body.hidden = asTable.get()));
  if (boot.kind !== "draft")
    return {
      changed: () => false,
      renamed: () => {},
      run: () => undefined,
      change: async () => {},
      draft: null,
    };
  left.set(location.hash === "#edit" ? "edit" : (remembered() ?? (boot.run ? "topology" : "edit")));
  return editorIn(edit, topology);
}

// On a phone the editor stands alone, without the heading of a step.
function pageName() {
  const element = h("h1.vh", t("Edit"));
  effect(() => {
    element.hidden = left.get() !== "edit";
    element.classList.toggle("ph", !element.hidden);
  });
  return element;
}

/** @param {HTMLElement} edit @param {HTMLElement} topology @returns {LeftPane} */
function editorIn(edit, topology) {
  /** @type {import("../../../editor/editor.js").Editor | null} */
  let editor = null;
  /** @type {Promise<void> | null} */
  let loading = null;
  const load = () => (loading ??= open());
  const open = async () => {
    const mounted = await mountEditor(edit, {
      scenario: theScenario(),
      beside: versionChoice(),
      runOptions,
      lastRunMs: runTime(),
      onRun: ran,
      onChange: ({ changed }) => document.body.classList.toggle("stale", changed && Boolean(run.get())),
    });
    if (mounted) beginAtPod((editor = mounted));
    else loading = null; // the next one who needs it tries again
  };
  watch([left], () => {
    const chosen = left.get();
    const editing = chosen === "edit";
    edit.hidden = !editing;
    topology.hidden = editing;
    document.body.classList.toggle("editing", editing);
    store(STORED, chosen);
    if (editing) load();
  });
  const runIt = async () => (await load(), editor?.run());
  /** @type {Draft} */
  const draft = {
    apply: async (change) => (await load(), editor?.apply(change)),
    entries: async () => (await load(), editor?.entries() ?? []),
    show: async (object) => (left.set("edit"), await load(), editor?.show(object)),
    undo: () => editor?.undo(),
  };
  $("#to-edit").before(
    h(
      "button.btn.primary.stale-run.dk",
      { title: t("The inputs changed: run again"), onclick: runIt },
      icon("play", "ic ic-12"),
      t("Run"),
    ),
  );
  finishPending(draft, runIt);
  return {
    draft,
    renamed: (answer) => editor?.renamed(answer),
    changed: () => editor?.changed.get() ?? false,
    run: async () => (left.set("edit"), await load(), editor?.run()),
    change: async (made) => (left.set("edit"), await load(), editor?.change(made)),
  };
}

/** Applies the change that a copy was made for. @param {Draft} draft @param {() => Promise<unknown>} runIt */
async function finishPending(draft, runIt) {
  const change = takePending(theScenario().id);
  if (!change) return;
  left.set("topology");
  if (change.operations.length)
    await draft
      .apply(change)
      .then(() => toast(sentence(change.label), { action: t("Undo"), onAction: draft.undo }))
      .catch((error) => toast(error.message));
  if (change.show) await draft.show(change.show);
  if (change.run) await runIt();
}

/** Times each run from here on, as its reader waits for it. @returns {() => number | null} */
function runTime() {
  let started = 0;
  /** @type {number | null} */
  let took = null;
  let isOver = true;
  run.subscribe(() => {
    started = performance.now();
    isOver = false;
  });
  log.subscribe(({ finished }) => {
    if (finished && !isOver) took = performance.now() - started;
    isOver ||= Boolean(finished);
  });
  return () => took;
}

/** @param {DraftRunOut} started @param {boolean} live */
function ran(started, live) {
  runBefore.set(started.before);
  run.set(started);
  if (phone.get() && !live) left.set("topology"); // the steps are there
  scenario.update((draft) => draft && { ...draft, snapshot: started.snapshot, run: started.id });
}

function remembered() {
  const chosen = stored(STORED);
  return chosen === "edit" || chosen === "topology" ? chosen : null;
}
