// How many findings there are, of which severity, and against which cluster.

import { $ } from "../../lib/dom.js";
import { h, useFocusInside } from "../../lib/view.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icon.js";
import { severitySign } from "../../parts/lint/severity.js";
import { undo } from "./fixes.js";
import { boot, failure, lint, past, report, stop, task, url } from "./state.js";

/** @import { LintReport } from "../../types/engine.js" */

export function Head() {
  useFocusInside($("#head"));
  const answer = report.get();
  if (failure.get()) return [h("h1.grow", t("The source was not linted")), againButton()];
  if (task.get()) return progress();
  if (!answer) return h("h1", t("Checking…"));
  const count = answer.findings.length;
  const steps = past.get();
  return [
    h(
      "div.grow",
      h("h1", count ? tn("{n} finding", "{n} findings", count) : t("Nothing found")),
      h("p.soft", against(answer)),
    ),
    h("div.row", chips(answer), undoButton(steps.at(-1)?.label), filter(answer)),
  ];
}

/** How far a worker is, and how to end it. */
function progress() {
  const { done = 0, rules = 1, status = "queued" } = task.get() ?? {};
  const words =
    status === "queued" ? t("Waiting for a worker") : t("rule {n} of {of}", { n: done + 1, of: rules });
  return [
    h(
      "div.grow",
      h("h1", t("Checking…")),
      h("p.soft", words, " ", h("progress", { max: rules, value: done, "aria-label": words })),
    ),
    h("button.btn", { onclick: stop }, t("Cancel")),
  ];
}

const againButton = () => boot.source !== null && h("button.btn", { onclick: lint }, t("Try again"));

/** @param {LintReport} answer */
function against({ nodes, cluster, node_rules: rules, ignored }) {
  const where = cluster
    ? t("{title} has no nodes: consequences come from runs on the sample cluster {cluster}.", {
        title: boot.title,
        cluster,
      })
    : tn(
        "{title} checked against a cluster of {n} node. Each consequence comes from a run.",
        "{title} checked against a cluster of {n} nodes. Each consequence comes from a run.",
        nodes,
        { title: boot.title },
      );
  const more = [
    !rules && t("Rules about nodes were not applied."),
    ignored && tn("{n} finding is ignored.", "{n} findings are ignored.", ignored),
  ];
  return [where, ...more.filter(Boolean)].join(" ");
}

/** @param {LintReport} answer */
function chips({ findings }) {
  /** @param {string} severity */
  const count = (severity) => findings.filter((finding) => finding.severity === severity).length;
  const words = {
    error: tn("{n} error", "{n} errors", count("error")),
    warning: tn("{n} warning", "{n} warnings", count("warning")),
    note: tn("{n} note", "{n} notes", count("note")),
  };
  return Object.entries(words)
    .filter(([severity]) => count(severity))
    .map(([severity, text]) =>
      h("span", { class: `chip lt-count is-${severity}` }, severitySign(severity), text),
    );
}

/** @param {string | undefined} label of what the last fix said */
const undoButton = (label) =>
  label &&
  h("button.btn", { title: t("Undo: {label}", { label }), onclick: () => undo() }, icon("undo"), t("Undo"));

/** @param {LintReport} answer */
function filter({ findings }) {
  const errors = findings.filter(({ severity }) => severity === "error").length;
  if (!errors || errors === findings.length) return null;
  const only = url.state.get().only === "error";
  /** @param {string} label @param {boolean} pressed @param {string | null} value */
  const button = (label, pressed, value) =>
    h(
      "button",
      { "aria-pressed": String(pressed), onclick: () => url.write({ only: value, finding: null }) },
      label,
    );
  return h(
    "div.seg",
    { role: "group", "aria-label": t("Which findings are listed") },
    button(t("All"), !only, null),
    button(t("Errors"), only, "error"),
  );
}
