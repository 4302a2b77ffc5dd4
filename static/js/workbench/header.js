// The workbench's own header: title, pods, Kubernetes version, Share, Edit a copy or the editor's switch.

import { effect } from "../lib/atoms.js";
import { $, h, replace } from "../lib/dom.js";
import { editCopy, openShare } from "../share/share.js";
import { goCycle } from "./actions.js";
import { outcome } from "./narrate.js";
import { pointOf } from "./points.js";
import { boot, left, log, pointer, run, scenario } from "./state.js";
import { isUnusual } from "./version.js";

/** @param {{changed: () => boolean, run: () => Promise<void> | undefined}} editor */
export function mountHeader(editor) {
  mountPodChooser($("#pod-chooser"));
  mountProgress($("#progress"));
  const version = $("#version");
  effect([log], ({ started }) => {
    version.hidden = !started;
    if (!started) return;
    const { kubernetes_version: name, seed } = started;
    version.textContent = seed === null ? name : `${name}, seed ${seed}`;
    version.classList.toggle("accent", isUnusual(name)); // never hidden
    version.classList.toggle("dk", !isUnusual(name));
  });
  $("#share").addEventListener("click", () => openShare({ kind: boot.kind, title: title(), snapshot: run.get()?.snapshot ?? boot.snapshot?.id ?? null, changed: editor.changed(), run: editor.run }));
  const edit = $("#edit");
  edit.addEventListener("click", () => (boot.kind === "draft" ? left.update((now) => (now === "edit" ? "topology" : "edit")) : editCopy(boot.snapshot.id, edit)));
  if (boot.kind === "draft") effect([left], (now) => edit.setAttribute("aria-pressed", String(now === "edit")));
  effect([pointer, log], nameTab);
}

export const title = () => scenario.get()?.title ?? boot.snapshot?.title ?? "Scenario";

function mountPodChooser(element) {
  const select = h("select", { "aria-label": "Pod" });
  const name = h("span", { class: "mono cut" });
  const place = h("span", { class: "mute" });
  element.querySelector("[data-value]").append(name, place);
  element.append(select);
  select.addEventListener("change", () => goCycle(Number(select.value)));
  let made = "";
  effect([pointer, log], (at, { cycles, finished }) => {
    element.hidden = !at;
    if (!at) return;
    const key = `${cycles.length}/${Boolean(finished)}`;
    if (key !== made) replace(select, cycles.map((cycle) => h("option", { value: cycle.index }, `${cycle.pod}${cycle.attempt > 1 ? ` (attempt ${cycle.attempt})` : ""}: ${outcome(cycle.pod, cycle.finished)}`)));
    made = key;
    select.value = String(at.cycle);
    name.textContent = cycles[at.cycle].pod;
    place.textContent = `${at.cycle + 1} of ${cycles.length}`;
  });
}

// Runs of many pods: how far it is.
function mountProgress(element) {
  effect([log, run], ({ started, cycles, finished, failed }, shown) => {
    element.hidden = !shown || Boolean(finished) || Boolean(failed) || !started;
    if (element.hidden) return;
    const done = cycles.filter((cycle) => cycle?.finished).length;
    element.textContent = `Scheduling ${done} of ${started.pods.length}`;
  });
}

function nameTab(at, { cycles }) {
  const step = at ? [at.plugin ? `${pointOf(at.point).label} ${at.plugin}` : pointOf(at.point).label, cycles[at.cycle].pod.split("/")[1]] : [];
  document.title = [...step, title()].join(" · ") + " · SchedScope";
}
