// A report of admission: values that were filled in, objects that would not exist, and open questions.

import { h } from "../lib/dom.js";
import { integer } from "../lib/format.js";
import { t, tn } from "../lib/i18n.js";
import { chip, heading, mono, section } from "./panels.js";

/** @import { AdmissionReport, FilledIn, Noticed, Refused } from "../types/engine.js" */

const NAMED = 8;

/** The numbers of a report in words. @param {AdmissionReport} report */
export function countsOf({ filled, refused, noticed }) {
  const values = filled.reduce((sum, { count }) => sum + count, 0);
  return [
    values ? tn("{n} value", "{n} values", values) : "",
    refused.length
      ? tn("{n} object would not be created", "{n} objects would not be created", refused.length)
      : "",
    noticed.length ? tn("{n} note", "{n} notes", noticed.length) : "",
  ]
    .filter(Boolean)
    .join(", ");
}

/** @param {AdmissionReport} report */
export const isEmpty = ({ filled, refused, noticed }) => !filled.length && !refused.length && !noticed.length;

/** The sections of a report. @param {AdmissionReport} report */
export function admissionParts(report) {
  const { filled, refused, noticed } = report;
  if (isEmpty(report))
    return [section(h("p.soft", t("Nothing was filled in: the objects are as the scheduler sees them.")))];
  return [
    refused.length
      ? section(
          heading(t("Would not be created"), t("the API server rejects them")),
          h("ul.plain-list", alike(refused).map(refusedRow)),
        )
      : null,
    noticed.length
      ? section(heading(t("Missing in the input")), h("ul.plain-list", noticed.map(noticedRow)))
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

/**
 * Objects that are refused alike but for their names, as the pods of a workload are.
 * @param {Refused[]} refused
 */
export function alike(refused) {
  /** @type {Map<string, Refused[]>} */
  const byAnswer = new Map();
  for (const entry of refused) {
    const name = entry.object.slice(entry.object.lastIndexOf("/") + 1);
    const answer = `${entry.cause || entry.by}: ${entry.message.replaceAll(name, "")}`;
    byAnswer.set(answer, [...(byAnswer.get(answer) ?? []), entry]);
  }
  return [...byAnswer.values()];
}

/** @param {Refused[]} refused alike ones */
const refusedRow = (refused) => {
  const [{ object, message, by, cause }] = refused;
  const objects = refused.map((entry) => entry.object);
  return h(
    "li",
    refused.length > 1 ? named(objects, refused.length) : mono(object, "strong"),
    h("p.msg.mono", message),
    chip(cause || by),
  );
};

/** @param {Noticed} noticed */
const noticedRow = ({ missing, answer, by, objects, count }) =>
  h(
    "li",
    h(
      "p",
      t(
        "{missing} is not in the input; if it were missing in the cluster, the API server would answer: " +
          "{answer}",
        {
          missing,
          answer,
        },
      ),
    ),
    chip(by),
    " ",
    named(objects, count),
  );

/** A value, which opens to its cause and the objects that received it. @param {FilledIn} filled */
const filledRow = ({ path, value, added, cause, objects, count }) =>
  h(
    "details.filled-in",
    h(
      "summary",
      path ? [mono(path), added ? " += " : ": "] : null,
      mono(value, "strong"),
      h("span.mute", ` ${count === 1 ? objects[0] : tn("{n} object", "{n} objects", count)}`),
    ),
    cause ? h("p.soft", t("because of"), " ", mono(cause)) : null,
    count > 1 ? h("p.pods-line", named(objects, count)) : null,
  );

/** @param {string[]} objects the first of them @param {number} count of all */
function named(objects, count) {
  const listed = objects.slice(0, NAMED);
  const rest = count - listed.length;
  return [
    mono(listed.join(", ")),
    rest ? h("span.mute", ` ${t("and {n} more", { n: integer(rest) })}`) : null,
  ];
}
