// A FailedScheduling event of a real cluster, compared with this run: paste it, choose the pod, read where
// both agree.

import { messagesIn } from "../../../import/engine.js";
import { h, replace } from "../../../lib/dom.js";
import { t, tn } from "../../../lib/i18n.js";
import { glyph, icon } from "../../../lib/icons.js";
import { problemList } from "../../../lib/problems.js";
import { ApiError, post } from "../../../net/api.js";
import { go } from "../core/actions.js";
import { log, pointer, theRun } from "../core/state.js";

/** @import { ComparedReason, EventComparison, ReasonCounts } from "../../../types/engine.js" */
/** @import { Cycle } from "../../../model/log.js" */

/** @typedef {ReasonCounts & Partial<ComparedReason>} Row */

const EXAMPLE =
  "0/4 nodes are available: 1 node(s) had untolerated taint {dedicated: gpu}, 3 Insufficient cpu.";

/** @param {string} [pasted] */
export function openEvent(pasted = "") {
  const at = pointer.get();
  if (!at) return;
  const dialog = h("dialog.dialog.event-d", { "aria-labelledby": "event-h" });
  const text = h("textarea.in", {
    id: "event-text",
    rows: 4,
    spellcheck: "false",
    placeholder: EXAMPLE,
    "aria-describedby": "event-found",
  });
  const pod = podChoice(at.cycle);
  const comparison = h("div", { id: "event-found", role: "status" });
  let chosen = false; // by hand: then the name in the text no longer counts
  const compare = async () => {
    if (!text.value.trim()) return replace(comparison);
    try {
      /** @type {EventComparison} */
      const answer = await post(`/runs/${theRun().id}/cycles/${pod.value}/event`, {
        message: await messagesIn(text.value),
      });
      const named = chosen ? null : cycleOf(answer.pod);
      if (named && String(named.index) !== pod.value) {
        pod.value = String(named.index);
        return compare();
      }
      replace(
        comparison,
        verdict(answer, log.get().cycles[Number(pod.value)], () => dialog.close()),
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      replace(comparison, problemList(error.errors));
    }
  };
  let timer = 0;
  text.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(compare, 250);
  });
  pod.addEventListener("change", () => {
    chosen = true;
    compare();
  });
  dialog.append(
    h(
      "div.dialog-h",
      h("h2", { id: "event-h" }, t("Compare with an event from your cluster")),
      h("button.btn.bare.icon", { "aria-label": t("Close"), onclick: () => dialog.close() }, icon("x")),
    ),
    h(
      "div.dialog-b",
      h(
        "div",
        h(
          "label.lab",
          { for: "event-text" },
          t(
            "The FailedScheduling event, as printed by kubectl describe, kubectl get events or the " +
              "scheduler's log",
          ),
        ),
        text,
      ),
      h("div", h("label.lab", { for: "event-pod" }, t("Which pod of this run is it about?")), pod),
      comparison,
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  text.value = pasted;
  text.focus();
  compare();
}

/** @param {number} current */
function podChoice(current) {
  const cycles = log.get().cycles.filter((cycle) => cycle?.finished && !cycle.finished.skipped);
  /** @param {Cycle} cycle */
  const name = (cycle) =>
    cycle.attempt > 1 ? t("{pod}, attempt {attempt}", { pod: cycle.pod, attempt: cycle.attempt }) : cycle.pod;
  const select = h(
    "select.in",
    { id: "event-pod" },
    cycles.map((cycle) =>
      h(
        "option",
        { value: cycle.index },
        cycle.finished?.node ? t("{pod}: placed", { pod: name(cycle) }) : name(cycle),
      ),
    ),
  );
  select.value = String(current);
  return select;
}

/** The last attempt without a node of the pod that the text names. @param {string | null} name */
function cycleOf(name) {
  if (!name) return null;
  const attempts = log.get().cycles.filter((cycle) => cycle.pod === name || cycle.pod.endsWith(`/${name}`));
  return attempts.findLast((cycle) => !cycle.finished?.node) ?? attempts.at(-1) ?? null;
}

/** @param {EventComparison} answer @param {Cycle} cycle @param {() => void} close */
function verdict(answer, cycle, close) {
  const { agreed, nodes, placed_on: placed, clauses, preemption } = answer;
  return [
    h(
      "p",
      { class: `event-v ${agreed ? "ok" : "differs"}` },
      icon(agreed ? "check" : "diff"),
      h("b", agreed ? t("They agree.") : t("They differ.")),
      " ",
      headline(answer, cycle),
    ),
    nodes.theirs === nodes.ours || agreed
      ? null
      : h(
          "p.t12",
          t("Your cluster has {theirs}, this one {ours}.", {
            theirs: tn("{n} node", "{n} nodes", nodes.theirs),
            ours: tn("{n} node", "{n} nodes", nodes.ours),
          }),
        ),
    placed ? h("p.t12", t("Here the pod is placed, on {node}.", { node: placed })) : null,
    clauses.length ? table(t("Reason"), clauses, cycle, close) : null,
    preemption.length ? table(t("Preemption"), preemption, cycle, close) : null,
    agreed ? null : likely(answer),
  ];
}

/** Plugins whose answer changes when pods come and go. */
const OF_PODS = new Set([
  ...["NodeResourcesFit", "NodePorts", "PodTopologySpread", "InterPodAffinity"],
  ...["VolumeRestrictions", "NodeVolumeLimits", "DynamicResources"],
]);
/** Plugins whose answer changes when somebody edits nodes. */
const OF_NODES = new Set(["NodeUnschedulable", "TaintToleration", "NodeAffinity"]);

/** What may be behind the differences, the likeliest first. @param {EventComparison} answer */
function likely({ nodes, placed_on: placed, clauses, preemption }) {
  const differing = clauses.filter((clause) => !clause.agreed);
  /** @param {Set<string>} plugins */
  const is = (plugins) => differing.some(({ given_by: plugin }) => plugins.has(plugin ?? ""));
  const causes = [
    nodes.theirs !== nodes.ours && t("Nodes joined or left between the event and the dump."),
    is(OF_PODS) && t("Pods were bound or finished between the event and the dump."),
    is(OF_NODES) && t("Taints, labels or cordons changed in between."),
    differing.some(({ given_by: plugin }) => !OF_PODS.has(plugin ?? "") && !OF_NODES.has(plugin ?? "")) &&
      t("A different scheduler version or configuration: no plugin here gives such a reason."),
    placed &&
      t("The dump is missing an object that blocked the pod: claims, volumes, or pods of other namespaces."),
    !differing.length &&
      preemption.some((clause) => !clause.agreed) &&
      t("Priorities differ: priority classes may be missing, or pods of lower priority changed."),
  ].filter((cause) => typeof cause === "string");
  if (!causes.length) return null;
  return h(
    "section.event-likely",
    h("h3.h3", t("Likely reasons")),
    h(
      "ul",
      causes.map((cause) => h("li", cause)),
    ),
  );
}

/** @param {EventComparison} answer @param {Cycle} cycle */
function headline({ agreed, clauses }, cycle) {
  if (agreed)
    return t("Your cluster gave the same reasons for {pod} as this run, for the same number of nodes.", {
      pod: cycle.pod,
    });
  const other = clauses.filter((clause) => !clause.agreed).length;
  return tn("{n} reason differs for {pod}.", "{n} reasons differ for {pod}.", other, {
    pod: cycle.pod,
  });
}

/** @param {string} title @param {Row[]} rows @param {Cycle} cycle @param {() => void} close */
function table(title, rows, cycle, close) {
  /** @param {Row} clause */
  const open = (clause) => {
    close();
    go({ cycle: cycle.index, point: "Filter", plugin: clause.plugin ?? null, node: null });
  };
  return h(
    "div.scroll",
    { tabindex: "0" },
    h(
      "table.tbl.event-t",
      h(
        "thead",
        h(
          "tr",
          h("th", { scope: "col" }, h("span.vh", t("They agree"))),
          h("th", { scope: "col" }, title),
          h("th.num", { scope: "col" }, t("Yours")),
          h("th.num", { scope: "col" }, t("Here")),
          h("th", { scope: "col" }, t("Nodes here")),
        ),
      ),
      h(
        "tbody",
        rows.map((row) =>
          h(
            "tr",
            { class: row.agreed ? "" : "differs" },
            h("td", row.agreed ? glyph("pass") : h("b", { title: t("different") }, "≠")),
            h(
              "th",
              { scope: "row" },
              row.plugin ? h("button.link.start", { onclick: () => open(row) }, row.reason) : row.reason,
            ),
            h("td.num", row.theirs),
            h("td.num", row.ours),
            h("td.mono.t12.event-nodes", names(row.nodes ?? [])),
          ),
        ),
      ),
    ),
  );
}

const MAX_NAMED = 6;
/** @param {string[]} nodes */
const names = (nodes) =>
  nodes.slice(0, MAX_NAMED).join(", ") +
  (nodes.length > MAX_NAMED ? t(" and {n} more", { n: nodes.length - MAX_NAMED }) : "");
