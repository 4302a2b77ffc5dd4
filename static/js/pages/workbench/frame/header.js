// The workbench's own header: title, pods, Kubernetes version, Share, Edit a copy or the editor's switch.

import { computed, effect } from "../../../lib/atoms.js";
import { $, h, replace } from "../../../lib/dom.js";
import { afterPaint } from "../../../lib/frame.js";
import { labelled } from "../../../lib/format.js";
import { t } from "../../../lib/i18n.js";
import { later } from "../../../lib/later.js";
import { glyph, icon } from "../../../lib/icons.js";
import { countFindings } from "../../../share/findings.js";
import { carryPod } from "../../../share/more.js";
import { mountSheet } from "../../../share/sheet.js";
import { goCycle } from "../core/actions.js";
import { mostRejecting } from "../../../model/log.js";
import { outcome } from "../../../model/narrate.js";
import { mountProgress } from "./progress.js";
import { pointOf } from "../../../model/points.js";
import { nameElement } from "../../../parts/name.js";
import { boot, left, log, pointer, run, scenario, theSnapshot } from "../core/state.js";
import { mountTitle } from "./title.js";
import { isRecorded, isUnusual, whyVersion } from "./version.js";

/** @import { Cycle, RunLog } from "../../../model/log.js" */
/** @import { Pointer } from "../../../model/pointer.js" */
/** @import { LeftPane } from "./left.js" */

const openShare = later(async () => (await import("../../../share/share.js")).openShare);
const editCopy = later(async () => (await import("../../../share/share.js")).editCopy);

/** @param {Pick<LeftPane, "renamed" | "changed" | "run">} editor */
export function mountHeader(editor) {
  mountTitle(document.getElementById("title"), editor.renamed);
  mountPodChooser($("#pod-chooser"));
  mountProgress($("#progress"), editor.run);
  const version = $("#version");
  effect(() => {
    const { started } = log.get();
    version.hidden = !started;
    if (!started) return;
    const { kubernetes_version: name, seed } = started;
    replace(
      version,
      h("span", seed === null ? name : t("{name}, seed {seed}", { name, seed })),
      isRecorded(name) && icon("check", "ic ic-12"),
    );
    version.title = t("{why}. Other versions…", { why: whyVersion(name) });
  });
  if (!boot.still) $("#version").setAttribute("href", "upgrade/");
  carryPod();
  mountSheet();
  $("#share").addEventListener("click", () =>
    openShare({
      kind: boot.kind,
      scenario: scenario.get()?.id ?? null,
      title: title(),
      snapshot: run.get()?.snapshot ?? boot.snapshot?.id ?? null,
      unusual: unusual(),
      changed: editor.changed(),
      run: editor.run,
    }),
  );
  const edit = $("#to-edit", document, HTMLButtonElement);
  edit.addEventListener("click", () =>
    boot.kind === "draft"
      ? left.update((now) => (now === "edit" ? "topology" : "edit"))
      : editCopy(theSnapshot().id, edit),
  );
  const snapshot = computed(() => run.get()?.snapshot ?? boot.snapshot?.id);
  effect(() => {
    const id = snapshot.get();
    if (id && !boot.still) countFindings(id);
  });
  if (boot.kind === "draft") effect(() => edit.setAttribute("aria-pressed", String(left.get() === "edit")));
  effect(() => nameTab(pointer.get(), log.get()), afterPaint);
}

// A warning that the run is not the usual one.
function unusual() {
  const { started, cycles } = log.get();
  if (!started) return [];
  const profiles = [
    ...new Set(
      cycles.map((cycle) => cycle?.started?.profile).filter((name) => name && name !== "default-scheduler"),
    ),
  ];
  return [
    isUnusual(started.kubernetes_version) ? started.kubernetes_version : "",
    started.seed === null ? "" : t("seed {seed}", { seed: started.seed }),
    ...profiles.map((name) => t("profile {name}", { name: name ?? "" })),
  ].filter(Boolean);
}

export const title = () => scenario.get()?.title ?? boot.snapshot?.title ?? t("Scenario");

/** @param {HTMLElement} element */
function mountPodChooser(element) {
  const select = h("select", { "aria-label": t("Pod") });
  const name = h("span.row");
  const place = h("span.mute");
  const end = h("span.end");
  $("[data-value]", element).append(end, name, place);
  element.append(select);
  select.addEventListener("change", () => goCycle(Number(select.value)));
  /** @type {{cycles: Cycle[] | null, open: Set<number>}} */
  let filledFor = { cycles: null, open: new Set() };
  const at = computed(() => pointer.get()?.cycle);
  effect(() => {
    const index = at.get();
    const { cycles } = log.get();
    element.hidden = index === undefined;
    if (index === undefined) return;
    if (filledFor.cycles !== cycles) {
      filledFor = { cycles, open: new Set() };
      replace(select);
    }
    fill(select, cycles, filledFor.open);
    select.value = String(index);
    const { pod, finished } = cycles[index];
    replace(end, finished ? glyph(finished.node ? "pass" : "rejected") : null);
    replace(name, nameElement(pod));
    place.textContent = t("{place} of {total}", { place: index + 1, total: cycles.length });
  }, afterPaint);
}

/**
 * Of thousands of pods only changes are drawn: new ones, and the outcome of those that were running.
 * @param {HTMLSelectElement} select @param {Cycle[]} cycles @param {Set<number>} open
 */
function fill(select, cycles, open) {
  for (let index = select.length; index < cycles.length; index++) {
    select.append(h("option", { value: index }));
    open.add(index);
  }
  for (const index of open) {
    const cycle = cycles[index];
    const again = cycle.attempt > 1 ? t(" (attempt {attempt})", { attempt: cycle.attempt }) : "";
    replace(select.options[index], labelled(`${cycle.pod}${again}`, outcome(cycle.finished)));
    if (cycle.finished) open.delete(index);
  }
}

/** @param {Pointer | null} at @param {RunLog} log */
function nameTab(at, { cycles }) {
  const step = at ? [verdictAt(at, cycles[at.cycle]), cycles[at.cycle].pod.split("/")[1]] : [];
  document.title = [...step, title()].join(" · ") + " · SchedScope";
}

/**
 * The title of the browser tab: the verdict at a step that decides it; elsewhere the step.
 * @param {Pointer} at @param {Cycle} cycle
 */
function verdictAt({ point, plugin }, cycle) {
  const { finished } = cycle;
  const decides = point === "Total" || point === "Result";
  if (finished?.node && decides) return t("Placed on {node}", { node: finished.node });
  const rejecting = mostRejecting(cycle);
  if (
    finished &&
    !finished.node &&
    rejecting &&
    (point === "Result" || (point === "Filter" && plugin === rejecting))
  )
    return t("Rejected by {plugin}", { plugin: rejecting });
  return plugin ? `${pointOf(point).label} ${plugin}` : pointOf(point).label;
}
