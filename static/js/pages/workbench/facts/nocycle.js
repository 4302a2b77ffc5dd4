// No cycle to show: not run, waiting, running, reconnecting, failed, too large, cancelled, or nothing to
// schedule. Each has a message and its actions.

import { h, replace } from "../../../lib/dom.js";
import { t, tn } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { redrawWhileMounted } from "../../../lib/redrawWhileMounted.js";
import { admissionBody } from "./admission.js";
import { boot, left, log, run, scenario, streaming } from "../core/state.js";

/** @import { RunLog } from "../../../model/log.js" */
/** @import { Run } from "../core/state.js" */

/**
 * A state of the run, and the actions it offers: run again, reload, edit.
 * @typedef {{title: string, text: string, busy?: boolean, rerun?: boolean, reload?: boolean, edit?: boolean}}
 *   RunState
 */

/** @param {(() => void) | null} again runs the draft once more */
export function emptyState(again = null) {
  const { title, text, busy, rerun, reload, edit } = says(run.get(), log.get(), streaming.get());
  return h(
    "div.blank",
    { role: "status" },
    h("h1", title),
    h("p.soft", text),
    busy ? h("div.busy", { "aria-hidden": "true" }) : null,
    h(
      "p.row",
      rerun && again ? h("button.btn.primary", { onclick: again }, icon("play"), t("Run again")) : null,
      reload ? h("button.btn", { onclick: () => location.reload() }, icon("retry"), t("Load again")) : null,
      edit && boot.kind === "draft"
        ? h("button.btn.primary.to-editor", { onclick: () => left.set("edit") }, icon("pencil"), t("Edit"))
        : null,
      h("a.btn", { href: "/" }, t("First page")),
    ),
    log.get().finished ? admissionBody(true) : null,
  );
}

/** The same for the Why pane: its purpose; and the state of the run while the editor covers the stage. */
export function noReasons() {
  const state = h("div.no-stage");
  const element = h("section.sec", state, h("p.mute.t12", t("The reasons of each step are shown here.")));
  redrawWhileMounted(element, () => {
    const { title, text } = says(run.get(), log.get(), streaming.get());
    replace(state, h("p.why-t", title), h("p.soft", text));
  });
  return element;
}

/**
 * @param {Run | null} currentRun @param {RunLog} log @param {ReturnType<typeof streaming.get>} state
 * @returns {RunState}
 */
function says(currentRun, { failed, isTooLarge, finished, started, cancelled }, state) {
  if (!currentRun) return { ...notRun(), edit: true };
  if (failed || state === "failed") return stopped(failed ?? currentRun.error, isTooLarge);
  if (cancelled || state === "cancelled")
    return {
      title: t("Cancelled"),
      text: t("The run was stopped before its first pod was scheduled. The scenario is unchanged."),
      rerun: true,
    };
  if (finished) return { ...nothing(started?.nodes ?? 0), edit: true };
  if (state === "polling")
    return {
      title: t("Reconnecting"),
      text: t("The connection was lost. The run continues, and missed events are fetched."),
      busy: true,
    };
  if (started)
    return {
      title: t("Scheduling the first pod"),
      text: tn(
        "{n} pod to schedule. Steps appear here as they finish.",
        "{n} pods to schedule. Steps appear here as they finish.",
        started.pods.length,
      ),
      busy: true,
    };
  if (currentRun.status === "finished")
    return { title: t("Loading the run"), text: t("Its steps are being loaded."), busy: true };
  return {
    title: t("Waiting for the run to start"),
    text: t("The run starts as soon as a worker is free. Steps appear here as they finish."),
    busy: true,
  };
}

/** @returns {RunState} */
function notRun() {
  if (boot.kind !== "draft")
    return { title: t("This scenario has not been run"), text: t("Make a copy of it and run that.") };
  const { nodes = 0, pending = 0 } = scenario.get()?.summary ?? {};
  if (scenario.get()?.summary && !nodes)
    return {
      title: t("No node yet"),
      text: t("Add a Node, or paste the output of kubectl get nodes,pods -A -o yaml; then run the scenario."),
    };
  if (scenario.get()?.summary && !pending)
    return {
      title: t("No pod to schedule yet"),
      text: t("Every pod in the scenario already has a node. Add a pod without spec.nodeName, then run it."),
    };
  return {
    title: t("Not run yet"),
    text: t(
      "Run the scenario: each pod goes through the scheduling framework, and you can open every step here.",
    ),
  };
}

/**
 * The message of a run that met a limit names the limit and what would fit.
 * @param {string | null | undefined} message @param {boolean} isTooLarge @returns {RunState}
 */
function stopped(message, isTooLarge) {
  return {
    title: isTooLarge ? t("Too large for one run") : t("The run failed"),
    text:
      message ?? t("It stopped before its first pod was scheduled. The scenario is unchanged; run it again."),
    rerun: true,
    reload: !message,
  };
}

/** @param {number} nodes @returns {RunState} */
const nothing = (nodes) =>
  nodes
    ? {
        title: t("No pod to schedule"),
        text: t(
          "The cluster has {nodes} and no pending pod. Add a pod without spec.nodeName and run it again.",
          { nodes: tn("{n} node", "{n} nodes", nodes) },
        ),
      }
    : {
        title: t("No node and no pod to schedule"),
        text: t("Add a Node and a pod without spec.nodeName, and run it again."),
      };
