// The findings: what is wrong, what it leads to, and what removes it.

import { $ } from "../../lib/dom.js";
import { Failure } from "../../lib/failure.js";
import { h, useFocusInside } from "../../lib/view.js";
import { rich, t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icon.js";
import { consequenceFigure } from "../../parts/lint/consequence.js";
import { severitySign } from "../../parts/lint/severity.js";
import { fixOf, messageOf, SEVERITIES, titleOf } from "../../parts/lint/words.js";
import { fix } from "./fixes.js";
import { boot, choose, chosen, failure, findings, report } from "./state.js";

/** @import { LintFinding } from "../../types/engine.js" */

export function List() {
  useFocusInside($("#list"));
  const error = failure.get();
  if (error) return h("div.lt-sec", h(Failure, { error }));
  if (!report.get()) return null;
  const listed = findings.get();
  return [
    heading(listed),
    listed.length
      ? h("ol.lt-rows", listed.map(row))
      : h(
          "p.lt-sec.soft",
          t("No rule found anything."),
          " ",
          h("a", { href: "../answer/" }, t("See where each pod goes")),
        ),
  ];
}

/** @param {LintFinding[]} listed */
function heading(listed) {
  const fixable = listed.filter((finding) => finding.fix);
  return h(
    "div.pane-h",
    h("h2", t("Findings")),
    listed.length > 0 &&
      h(
        "span.lt-key.lint-pods.dk",
        { "aria-hidden": "true" },
        key("", t("placed")),
        key("old", t("old revision")),
        key("waits", t("waits")),
      ),
    h("span.grow"),
    boot.draft &&
      fixable.length > 1 &&
      h(
        "button.btn",
        { onclick: () => fix(fixable) },
        icon("check"),
        tn("Fix {n}", "Fix {n}", fixable.length),
      ),
  );
}

/** @param {string} kind @param {string} label */
const key = (kind, label) => h("span", h("i", { class: kind }), label);

/** @param {LintFinding} finding @param {number} index */
function row(finding, index) {
  const here = index === chosen.get();
  return h(
    "li",
    {
      class: here ? "lt-row cur" : "lt-row",
      "aria-current": here ? "true" : null,
      onclick: () => choose(index),
    },
    h(
      "div.lt-what",
      h("h3", severitySign(finding.severity), titleOf(finding)),
      h("p.soft", messageOf(finding)),
      h("p.lt-acts", fixButton(finding), place(finding, index)),
    ),
    consequenceFigure(
      finding.consequence,
      t("No run: the pods would not be created, or a run cannot show it"),
    ),
  );
}

/** The button, or what it would do where nothing can be changed. @param {LintFinding} finding */
export function fixButton(finding, primary = false) {
  const label = fixOf(finding);
  if (!label) return null;
  if (!boot.draft) return h("span.chip", label);
  return h("button", { class: primary ? "btn primary" : "btn", onclick: () => fix([finding]) }, label);
}

/** @param {LintFinding} finding @param {number} index */
function place(finding, index) {
  const name = finding.object.split(" ").slice(1).join(" ") || finding.object;
  const where = finding.line
    ? h(
        "button.lt-line",
        { onclick: () => choose(index) },
        t("{object}, line {line}", { object: name, line: finding.line }),
      )
    : name;
  return h("span.mute", rich(t("{a}, {b}"), { a: SEVERITIES[finding.severity], b: where }));
}
