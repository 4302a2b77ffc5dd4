// Filter: the terms of the pod, and those of running pods that match it, each with the pods that it meets in
// the node's domain.

import { h } from "../../lib/dom.js";
import { rich, t } from "../../lib/i18n.js";
import { shortKey } from "../../model/labels.js";
import { named } from "../../parts/factLink.js";
import { muted, podTable, sec, title, verdict } from "../../parts/reasons.js";
import { sumTable } from "../../parts/sumTable.js";

/**
 * @import {
 *   AffinityRequiredStep, AntiAffinityRequiredStep, ExistingAntiAffinityStep,
 * } from "../../types/engine.js"
 */
/** @import { Viewed } from "../descriptor.js" */

/** A required affinity term of the pod. @param {AffinityRequiredStep} step @param {Viewed} now */
export function required(step, now) {
  return sec(
    title(
      t("Required affinity, term {place}", { place: step.index + 1 }),
      muted(shortKey(step.key)),
      h("span.grow"),
      verdict(step.ok, step.ok ? t("satisfied") : t("not satisfied")),
    ),
    step.value === null
      ? h("p", rich(t("The node has no label {key}."), { key: h("code", step.key) }))
      : sumTable([
          {
            label: rich(t("matching pods in {domain}"), { domain: h("b", step.value) }),
            value: step.count,
            why: step.count ? named("pair", "required", step.key, step.value) : null,
          },
          { op: step.count > 0 ? "≥" : "<", label: t("needed"), value: 1 },
        ]),
    step.first_pod
      ? h(
          "p.soft.t12",
          t("No pod matches anywhere, and this pod matches its own terms: it may be the first of its group."),
        )
      : null,
    podTable(step.pods, now.fold, { id: `aff-${step.index}` }),
  );
}

/** A required anti-affinity term of the pod. @param {AntiAffinityRequiredStep} step @param {Viewed} now */
export function antiAffinity(step, now) {
  return conflict(step, now, {
    table: "anti",
    name: t("Required anti-affinity, term {place}", { place: step.index + 1 }),
    what: t("pods that this pod avoids"),
    word: t("avoided"),
  });
}

/**
 * The required anti-affinity terms of running pods that match the pod, by topology key.
 * @param {ExistingAntiAffinityStep} step @param {Viewed} now
 */
export function existingAntiAffinity(step, now) {
  return conflict(step, now, {
    table: "existing",
    name: t("Anti-affinity of running pods"),
    what: t("pods that avoid this one"),
    word: t("avoids this pod"),
  });
}

/**
 * @param {AntiAffinityRequiredStep | ExistingAntiAffinityStep} step @param {Viewed} now
 * @param {{table: string, name: string, what: string, word: string}} words `table` is that of the fact behind
 *   the count
 */
function conflict(step, now, { table, name, what, word }) {
  return sec(
    title(
      name,
      muted(shortKey(step.key)),
      h("span.grow"),
      verdict(step.ok, step.ok ? t("no conflict") : t("conflict")),
    ),
    sumTable([
      {
        label: rich(t("{what} in {domain}", { what }), {
          domain: h("b", step.value ?? t("no domain")),
        }),
        value: step.count,
        why: step.count ? named("pair", table, step.key, step.value ?? "") : null,
      },
      { op: step.count > 0 ? ">" : "=", label: t("allowed"), value: 0 },
    ]),
    podTable(step.pods, now.fold, {
      id: `anti-${step.kind}-${"index" in step ? step.index : step.key}`,
      word,
    }),
  );
}
