// Words for affinity terms: kinds, selectors, scopes, results.

import { h } from "../../lib/dom.js";
import { signed } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { glyph } from "../../lib/icons.js";
import { podNames } from "../../parts/panels.js";

/**
 * @import {
 *   ClauseOnPod, ExistingTerm, IncomingTerm, LabelRequirement, TermKind,
 * } from "../../types/engine.js"
 */

/** @typedef {IncomingTerm | ExistingTerm} Term */

/** @type {Record<TermKind, () => string>} */
const KINDS = {
  "required affinity": () => t("required affinity"),
  "required anti-affinity": () => t("required anti-affinity"),
  "preferred affinity": () => t("preferred affinity"),
  "preferred anti-affinity": () => t("preferred anti-affinity"),
};

/** @param {Pick<Term, "kind">} term */
export const kindName = ({ kind }) => KINDS[kind]();

/** @type {Record<string, string>} */
const OPERATORS = { In: "in", NotIn: "not in" };

/** "app=web", "tier in (a, b)", "!canary": as kubectl writes it. @param {LabelRequirement} clause */
export function clauseText({ key, operator, values }) {
  if (operator === "Exists") return key;
  if (operator === "DoesNotExist") return `!${key}`;
  return operator === "In" && values.length === 1
    ? `${key}=${values[0]}`
    : `${key} ${OPERATORS[operator]} (${values.join(", ")})`;
}

/** A term's selector in one line. @param {Term} term */
export const selectorText = ({ requirements }) =>
  requirements === null
    ? t("no selector: matches nothing")
    : requirements.map(clauseText).join(", ") || t("every pod");

/**
 * Each clause with its verdict and the label that it met.
 * @param {LabelRequirement[] | null} requirements @param {ClauseOnPod[]} met
 */
export function clauseList(requirements, met) {
  if (requirements === null) return h("span.mute", t("no selector: matches nothing"));
  if (!requirements.length) return h("span.mute", t("every pod"));
  return h(
    "ul.plain-list",
    requirements.map((clause, i) =>
      h(
        "li.row",
        glyph(met[i].ok ? "pass" : "rejected"),
        h("span.mono", clauseText(clause)),
        met[i].ok
          ? null
          : h(
              "span.mute",
              met[i].actual === null
                ? t("has no {key}", { key: clause.key })
                : t("is {value}", { value: met[i].actual }),
            ),
      ),
    ),
  );
}

/** In which namespaces a term looks, and why. @param {Term} term */
export function scopeText({ own_namespace: own, namespace_names: names, namespace_selector: selector }) {
  if (own) return t("{namespace}, its own namespace", { namespace: names[0] });
  return [names.join(", "), selector].filter(Boolean).join(", ") || t("no namespace");
}

/** The pods that have a term. @param {Term} term */
export const whoseText = ({ pods, count }) =>
  count > 1
    ? t("{pod} and {n} more", { pod: podNames(pods, 1).split(" ")[0], n: count - 1 })
    : (pods[0] ?? "");

/** What a pod that matches does to its domain. @param {Term} term */
export function resultOf({ kind, side, points, weight }) {
  if (kind === "required anti-affinity")
    return side === "incoming" ? t("keeps this pod out") : t("keeps out this pod");
  if (kind === "required affinity" && side === "incoming") return t("lets this pod in");
  if (kind === "required affinity")
    return points
      ? t("{points}, hardPodAffinityWeight", { points: signed(points) })
      : t("no points: hardPodAffinityWeight is 0");
  return tn("{points} a pod", "{points} a pod", Math.abs(weight ?? 0), {
    points: signed(points ?? weight ?? 0),
  });
}
