// The source with its findings at their lines, and the chosen one in full below its line. What is far from a
// finding is folded away.

import { $ } from "../../lib/dom.js";
import { h, useFocusInside } from "../../lib/view.js";
import { t, tn } from "../../lib/i18n.js";
import { iconButton } from "../../lib/iconButton.js";
import { severitySign } from "../../parts/lint/severity.js";
import { messageOf, titleOf } from "../../parts/lint/words.js";
import { ignore } from "./fixes.js";
import { fixButton } from "./list.js";
import { boot, choose, chosen, findings, report, source } from "./state.js";

/** @import { LintFinding } from "../../types/engine.js" */

const WHOLE = 120; // lines of a source that is never folded
const AROUND = 7; // lines that stay on both sides of a finding
const RANK = ["error", "warning", "note"];

export function Code() {
  useFocusInside($("#code"));
  const lines = source.get().replace(/\n$/, "").split("\n");
  return [
    heading(lines.length),
    report.get() &&
      h("div.lt-lines", { role: "group", tabindex: "0", "aria-label": t("Source") }, rows(lines)),
  ];
}

/** @param {number} count of lines */
function heading(count) {
  const listed = findings.get();
  const at = chosen.get();
  return h(
    "div.pane-h",
    h("h2.cut", boot.title),
    h("span.mute", tn("{n} line", "{n} lines", count)),
    h("span.grow"),
    listed.length > 0 && [
      step("left", t("Previous finding (Shift+F8)"), at - 1),
      step("right", t("Next finding (F8)"), at + 1),
      h("span.mute.dk", t("finding {n} of {of}", { n: at + 1, of: listed.length })),
    ],
  );
}

/** @param {string} name @param {string} label @param {number} to */
export function step(name, label, to) {
  const count = findings.get().length;
  return iconButton(name, label, () => choose((to + count) % count), "btn icon");
}

/** @param {string[]} lines */
function rows(lines) {
  const listed = findings.get();
  /** @type {Map<number, LintFinding[]>} */
  const byLine = new Map();
  for (const finding of listed)
    if (finding.line) byLine.set(finding.line, [...(byLine.get(finding.line) ?? []), finding]);
  const current = listed[chosen.get()];
  const ranges = visible(lines.length, [...byLine.keys()]);
  return ranges.map(([from, to, folded]) =>
    folded
      ? h("p.lt-fold", tn("… {n} line", "… {n} lines", to - from))
      : lines
          .slice(from, to)
          .map((text, i) => line(text, from + i + 1, byLine.get(from + i + 1) ?? [], current)),
  );
}

/**
 * The runs of lines that are shown or folded, from 0 and without the end.
 * @param {number} count @param {number[]} marks lines from 1 @returns {[number, number, boolean][]}
 */
export function visible(count, marks) {
  if (count <= WHOLE) return [[0, count, false]];
  /** @type {[number, number, boolean][]} */
  const runs = [];
  let done = 0;
  for (const mark of [...marks].sort((a, b) => a - b)) {
    const from = Math.max(mark - 1 - AROUND, done);
    const to = Math.min(mark + AROUND, count);
    if (to <= done) continue;
    const last = runs.at(-1);
    if (from > done) runs.push([done, from, true]);
    if (last && from === done && !last[2]) last[1] = to;
    else runs.push([from, to, false]);
    done = to;
  }
  if (done < count) runs.push([done, count, done > 0 || count > WHOLE]);
  return runs;
}

/**
 * @param {string} text @param {number} number @param {LintFinding[]} marks
 * @param {LintFinding | undefined} current
 */
function line(text, number, marks, current) {
  const here = current && marks.includes(current);
  const worst = RANK.find((severity) => marks.some((mark) => mark.severity === severity));
  const [first] = marks;
  return [
    h(
      "div",
      { class: here ? "lt-ln cur" : "lt-ln", dataset: { line: number } },
      h(
        "span.lt-gutter",
        worst &&
          h(
            "button",
            {
              title: marks.map(titleOf).join("\n"),
              "aria-label": t("Line {line}: {title}", { line: number, title: titleOf(first) }),
              onclick: () => choose(findings.get().indexOf(first)),
            },
            severitySign(worst),
          ),
      ),
      h("span.lt-no", String(number)),
      h("code", marked(text, first)),
    ),
    here && current && card(current),
  ];
}

/** @param {string} text @param {LintFinding | undefined} finding */
function marked(text, finding) {
  if (!finding?.column || !finding.end_column || finding.line !== finding.end_line) return coloured(text);
  const points = [...text]; // columns count characters
  const part = (/** @type {number} */ from, /** @type {number} */ to) => points.slice(from, to).join("");
  return [
    coloured(part(0, finding.column - 1)),
    h("mark", part(finding.column - 1, finding.end_column - 1)),
    part(finding.end_column - 1, points.length),
  ];
}

/** The key of a line apart from its value. @param {string} text */
function coloured(text) {
  const match = /^(\s*(?:- )*)([\w./-]+:)(?=\s|$)/.exec(text);
  if (!match) return text;
  const [whole, indent, key] = match;
  return [indent, h("b", key), text.slice(whole.length)];
}

/** @param {LintFinding} finding */
const card = (finding) =>
  h(
    "div.lt-card",
    h("p", h("strong", titleOf(finding)), " ", messageOf(finding)),
    h(
      "p.lt-acts",
      fixButton(finding, true),
      h("code.mute", finding.rule),
      boot.draft &&
        !/^\s*[{[]/.test(source.get()) &&
        h("button.btn.bare", { onclick: () => ignore(finding) }, t("Ignore here")),
    ),
  );
