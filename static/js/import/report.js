// What leaves the browser and what stays, before anything is sent.

import { h } from "../lib/dom.js";
import { bytes, integer } from "../lib/format.js";
import { t, tn } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { STATEMENTS } from "./filter.js";

const MAX_NAMED = 12;
const PREVIEWED = 200_000;

/** @import { Choices, Prepared, Report } from "./prepare.js" */

/** @param {Prepared} answer @param {Choices} choices @returns {HTMLElement[]} */
export function reportOf({ text, names, problems, report }, choices) {
  const objects =
    report.objects.map(([kind, number]) => `${integer(number)} ${kind}`).join(", ") || t("nothing");
  return [
    h(
      "p.imp-sum",
      h("b", t("Sent: {objects}", { objects })),
      " ",
      h("span.mute.nowrap", bytes(report.bytes)),
      h("span.block.soft", summary(report, choices, names.length)),
    ),
    report.verbatim
      ? h(
          "p.soft.t12",
          t("Your text is sent unchanged, comments included: it contains only fields that scheduling uses."),
        )
      : stays(report),
    problems.length > 0 && unread(problems),
    report.fit && tooLarge(report, report.fit),
    h(
      "details.imp-text",
      h("summary", t("Exactly what is sent")),
      h("textarea.in", {
        readonly: true,
        rows: 12,
        wrap: "off",
        spellcheck: false,
        "aria-label": t("Exactly what is sent"),
        value: text.length > PREVIEWED ? `${text.slice(0, PREVIEWED)}\n# …` : text,
      }),
    ),
  ].filter((part) => part instanceof HTMLElement);
}

/** @param {Report} report @param {Choices} choices @param {number} renamed */
function summary(report, choices, renamed) {
  const labels = report.labels.length
    ? t("Labels: {keys}.", { keys: shortened(report.labels) })
    : t("No labels.");
  const names = choices.pseudonyms
    ? tn(
        "{n} name or value is replaced by a pseudonym.",
        "{n} names and values are replaced by pseudonyms.",
        renamed,
      )
    : t("Names are kept.");
  const images = report.images
    ? t("Image names are kept.")
    : report.imagesListed
      ? t("Nodes list the images they hold: ImageLocality counts them only when image names are sent.")
      : "";
  return [labels, names, images].filter(Boolean).join(" ");
}

/** @param {string[]} words */
const shortened = (words) =>
  words.length > MAX_NAMED ? `${words.slice(0, MAX_NAMED).join(", ")} …` : words.join(", ");

/** @param {Report} report */
function stays(report) {
  if (!report.dropped.length && !report.ignored.length && !report.strays)
    return h("p.soft.t12", t("Nothing is removed."));
  const rows = [
    ...(report.strays
      ? [row(t("other text"), report.strays, t("what is no object, or an object given twice"))]
      : []),
    ...report.ignored.map(([kind, number]) => row(kind, number, whyIgnored(kind))),
    ...report.dropped.map(([path, number]) => row(path, number, reason(path))),
  ];
  const fields = report.dropped.reduce((sum, [, number]) => sum + number, 0);
  const objects = report.ignored.reduce((sum, [, number]) => sum + number, 0);
  const title = [
    fields > 0 && tn("{n} field", "{n} fields", fields),
    objects > 0 && tn("{n} object", "{n} objects", objects),
  ]
    .filter(Boolean)
    .join(", ");
  return h(
    "details.imp-drop",
    { open: true },
    h("summary", t("Not sent: {what}", { what: title })),
    h(
      "div.scroll.imp-rows",
      { tabindex: "0", role: "group", "aria-label": t("What") },
      h(
        "table.tbl",
        h("thead.vh", h("tr", h("th", t("What")), h("th", t("How often")), h("th", t("Why")))),
        h(
          "tbody",
          rows.map(([what, number, why]) =>
            h("tr", h("td.mono.cut", what), h("td.num", integer(number)), h("td.soft", why)),
          ),
        ),
      ),
    ),
  );
}

/** @param {string} what @param {number} number @param {string} why */
const row = (what, number, why) => /** @type {const} */ ([what, number, why]);

/** @param {string} kind */
const whyIgnored = (kind) =>
  STATEMENTS.includes(kind) ? t("it names pods and nodes") : t("an object that the scheduler does not use");

/** @param {string} path */
function reason(path) {
  if (/\.env(From)?$/.test(path)) return t("environment variables, may contain secrets");
  if (/\.(args|command)$/.test(path)) return t("what the container runs");
  if (/annotations/.test(path)) return t("annotations");
  if (/managedFields/.test(path)) return t("managed fields");
  if (/image$|images\[\]/.test(path)) return t("image names, used only by ImageLocality");
  if (/secret|configMap|projected/i.test(path)) return t("names of Secrets and ConfigMaps");
  if (/(^|\.)status/.test(path)) return t("state that scheduling does not use");
  return t("not used by scheduling");
}

/** @param {Prepared["problems"]} problems */
const unread = (problems) =>
  h(
    "div.note",
    icon("warn"),
    h(
      "div",
      problems
        .slice(0, MAX_NAMED)
        .map(({ file, message }) =>
          h("p", t("{file} could not be read: {message}", { file: file || t("The text"), message })),
        ),
    ),
  );

/** @param {Report} report @param {NonNullable<Report["fit"]>} fit */
function tooLarge({ bytes: size, objects: counts }, fit) {
  const objects = counts.reduce((sum, [, number]) => sum + number, 0);
  return h(
    "div.note.imp-large",
    icon("warn"),
    h(
      "p",
      t(
        "Too large: {objects} objects, {size}. The limit is {most} objects and {limit}; about {would} " +
          "objects would fit. Leave out some namespaces, or finished pods.",
        {
          objects: integer(objects),
          size: bytes(size),
          most: integer(fit.objects),
          limit: bytes(fit.bytes),
          would: integer(fit.would),
        },
      ),
    ),
  );
}
