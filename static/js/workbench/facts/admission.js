// What the API server, its admission plugins and the controllers did before the scheduler saw the objects:
// values that were filled in, objects that would not exist, and what the input leaves open.

import { h, replace } from "../../lib/dom.js";
import { integer } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { redrawWhileMounted } from "../../lib/redrawWhileMounted.js";
import { chip, heading, mono, note, section } from "../../parts/panels.js";
import { ask } from "../core/data.js";
import { run, theRun, url } from "../core/state.js";

/** @import { AdmissionReport, FilledIn, Noticed, Refused } from "../../types/engine.js" */

const NAMED = 8;

/** The tab of the whole run. @param {boolean} [quiet] says nothing where nothing was filled in */
export function admissionBody(quiet = false) {
  const body = h("div", { class: "admission" });
  load(body, (report) => replace(body, isEmpty(report) && quiet ? null : parts(report)));
  return body;
}

/** A line that opens the tab; nothing while there is nothing to say. */
export function admissionLine() {
  const element = h("div");
  redrawWhileMounted(element, [run], () => load(element, (report) => replace(element, line(report))));
  return element;
}

/** @param {HTMLElement} element @param {(report: AdmissionReport) => void} show */
async function load(element, show) {
  if (!run.get()) return;
  /** @type {AdmissionReport | Error} */
  const answer = await ask(`/runs/${theRun().id}/admission`).catch((error) => error);
  if (!(answer instanceof Error)) return show(answer);
  replace(element, note(t("This could not be loaded: {message}", { message: answer.message })));
}

/** @param {AdmissionReport} report */
function line({ filled, refused, noticed }) {
  const values = filled.reduce((sum, { count }) => sum + count, 0);
  const counts = [
    values ? tn("{n} value", "{n} values", values) : "",
    refused.length ? tn("{n} object would not exist", "{n} objects would not exist", refused.length) : "",
    noticed.length ? tn("{n} note", "{n} notes", noticed.length) : "",
  ].filter(Boolean);
  if (!counts.length) return null;
  const open = () => url.write({ point: "Run", show: "admission" }, { push: true });
  return section(
    h(
      "p",
      { class: `soft${refused.length ? " g-rej" : ""}` },
      t("Filled in before scheduling"),
      ": ",
      h("button", { type: "button", class: "link", onclick: open }, counts.join(", ")),
    ),
  );
}

/** @param {AdmissionReport} report */
const isEmpty = ({ filled, refused, noticed }) => !filled.length && !refused.length && !noticed.length;

/** @param {AdmissionReport} report */
function parts(report) {
  const { filled, refused, noticed } = report;
  if (isEmpty(report))
    return [
      section(
        h("p", { class: "soft" }, t("Nothing was filled in: the objects are as the scheduler sees them.")),
      ),
    ];
  return [
    refused.length
      ? section(
          heading(t("Would not exist"), t("the API server refuses them")),
          h("ul", { class: "plain-list" }, refused.map(refusedRow)),
        )
      : null,
    noticed.length
      ? section(heading(t("Missing in the input")), h("ul", { class: "plain-list" }, noticed.map(noticedRow)))
      : null,
    ...groups(filled).map(([by, entries]) =>
      section(
        heading(
          by,
          tn(
            "{n} value",
            "{n} values",
            entries.reduce((sum, { count }) => sum + count, 0),
          ),
        ),
        entries.map(filledRow),
      ),
    ),
  ];
}

/** The entries by the plugin or controller that made them. @param {FilledIn[]} filled */
function groups(filled) {
  /** @type {Map<string, FilledIn[]>} */
  const byName = new Map();
  for (const entry of filled) byName.set(entry.by, [...(byName.get(entry.by) ?? []), entry]);
  return [...byName];
}

/** @param {Refused} refused */
const refusedRow = ({ object, message, by, cause }) =>
  h("li", null, mono(object, "strong"), h("p", { class: "msg mono" }, message), chip(cause || by));

/** @param {Noticed} noticed */
const noticedRow = ({ message, by, objects, count }) =>
  h("li", null, h("p", null, message), chip(by), " ", named(objects, count));

/** A value, which opens to its cause and the objects that received it. @param {FilledIn} filled */
const filledRow = ({ path, value, added, cause, objects, count }) =>
  h(
    "details",
    { class: "filled-in" },
    h(
      "summary",
      null,
      path ? [mono(path), added ? " += " : ": "] : null,
      mono(value, "strong"),
      h("span", { class: "mute" }, ` ${count === 1 ? objects[0] : tn("{n} object", "{n} objects", count)}`),
    ),
    cause ? h("p", { class: "soft" }, t("because of"), " ", mono(cause)) : null,
    h("p", { class: "pods-line" }, named(objects, count)),
  );

/** @param {string[]} objects the first of them @param {number} count of all */
function named(objects, count) {
  const shown = objects.slice(0, NAMED);
  const rest = count - shown.length;
  return [
    mono(shown.join(", ")),
    rest ? h("span", { class: "mute" }, ` ${t("and {n} more", { n: integer(rest) })}`) : null,
  ];
}
