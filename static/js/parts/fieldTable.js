// Fields of an object with their values, the origin of each, and the line of the source.

import { h } from "../lib/dom.js";
import { quantity } from "../lib/format.js";
import { t } from "../lib/i18n.js";
import { expressionText } from "./reasons.js";

/** @import { Field, SourceObject } from "../types/engine.js" */

/** @type {Record<Field["origin"] | "absent", (field: Field) => string>} */
const ORIGINS = {
  written: () => t("written"),
  labelSelector: () => t("written"),
  admission: () => t("filled in before scheduling"),
  default: () => t("filled in by the API server"),
  limits: () => t("from the limit, by the API server"),
  capacity: () => t("from capacity, because allocatable is not set"),
  "priority class": ({ of }) => t("from PriorityClass {of}", { of }),
  matchLabelKeys: () => t("merged from matchLabelKeys by the API server"),
  mismatchLabelKeys: () => t("merged from mismatchLabelKeys by the API server"),
  namespace: () => t("the pod's own, because none is set"),
  profile: () => t("from the profile's default constraints"),
  "default selector": () => t("selector of the pod's Service or controller"),
  absent: () => t("not written"),
};

/**
 * @param {Field[]} fields of a fact @param {SourceObject} source
 * @param {string} [under] a path that all share
 */
export function fieldTable(fields, source, under = "") {
  return h(
    "dl.fields",
    fields.map((field) => [
      h("dt.mono", short(field.path, under)),
      h(
        "dd",
        h("b.mono", valueOf(field)),
        h(
          "span",
          { class: `block t12 ${SET_BY_USER.has(field.origin) ? "mute" : "filled"}` },
          ORIGINS[field.origin]?.(field) ?? field.origin,
        ),
        lineOf(field, source),
      ),
    ]),
  );
}

/** @type {Set<Field["origin"]>} */
const SET_BY_USER = new Set(["written", "labelSelector"]);

/** @param {string} path @param {string} under */
const short = (path, under) =>
  (under && path.startsWith(under) ? path.slice(under.length).replace(/^\./, "") : path).replaceAll(
    "DuringSchedulingIgnoredDuringExecution",
    "…",
  );

/** @param {Field} field */
function valueOf({ value, clause, unit, weight }) {
  if (clause) return `${expressionText(clause)}${weight ? ` (${weight})` : ""}`;
  if (value === null) return t("not set");
  return unit ? quantity(Number(value), unit) : String(value);
}

/**
 * The source line of a field, as it stands there.
 * @param {{line?: number, text?: string}} field @param {SourceObject} [source]
 */
export function lineOf({ line, text }, source) {
  if (!line) return null;
  return h(
    "span.line.block.t12",
    { title: source?.object },
    h("span.mute", t("line {line}", { line })),
    " ",
    h("code", text),
  );
}
