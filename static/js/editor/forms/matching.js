// Which pods of the draft a label selector matches, said beside it.

import { listOf } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { matches } from "../../model/selectors.js";

/** @import { EntryOut } from "../../types/api.js" */
/** @import { LabelRequirement } from "../../types/engine.js" */
/** @import { Manifest } from "../document/model.js" */
/** @import { Form } from "./fields.js" */

const SHOWN = 3; // pods by name before they are counted

/**
 * What a selector matches among the pods of the draft, the pod of the form included.
 * @param {Form} form @param {Manifest} selector
 * @param {{everywhere?: boolean}} [options] `everywhere`: not only in the pod's own namespace
 */
export function matchHint(form, selector, { everywhere = false } = {}) {
  if (selector === undefined) return t("no selector: matches no pod");
  const clauses = clausesOf(selector);
  const matching = podsOf(form, everywhere).filter(({ labels }) => matches(clauses, labels));
  const self = matches(clauses, ownLabels(form.manifest));
  const names = matching.map(({ name }) => name);
  if (clauses.length === 0) return t("empty selector: matches every pod");
  if (!names.length) return self ? t("matches only this pod") : t("matches no pod of this draft");
  const listed = names.slice(0, SHOWN);
  const more = names.length - listed.length;
  if (more > 0) listed.push(tn("{n} more", "{n} more", more));
  if (self) listed.push(t("this pod"));
  return self
    ? t("matches {pods}", { pods: listOf(listed) })
    : t("matches {pods}, but not this pod", { pods: listOf(listed) });
}

/** @param {Form} form @param {boolean} everywhere @returns {EntryOut[]} the other pods */
function podsOf({ manifest, entries }, everywhere) {
  const { name, namespace = "default" } = manifest.metadata ?? {};
  return entries.filter(
    (entry) =>
      entry.kind === "Pod" &&
      (everywhere || (entry.namespace || "default") === namespace) &&
      !(manifest.kind === "Pod" && entry.name === name && (entry.namespace || "default") === namespace),
  );
}

/** The labels of the pod, or of the pods that the workload makes. @param {Manifest} manifest */
const ownLabels = ({ kind, metadata, spec }) =>
  (kind === "Pod" ? metadata?.labels : spec?.template?.metadata?.labels) ?? {};

/** @param {Manifest} selector @returns {LabelRequirement[]} */
const clausesOf = ({ matchLabels, matchExpressions }) => [
  ...Object.entries(matchLabels ?? {}).map(([key, value]) => ({
    key,
    operator: /** @type {const} */ ("In"),
    values: [String(value)],
  })),
  ...(Array.isArray(matchExpressions) ? matchExpressions : []).map(({ key, operator, values }) => ({
    key,
    operator,
    values: (values ?? []).map(String),
  })),
];
