// Mirrors pkg/scheduler/framework/plugins/volumebinding.

import { h } from "../lib/dom.js";
import { quantity } from "../lib/format.js";
import { t, tn } from "../lib/i18n.js";
import { grow } from "../parts/panels.js";
import { expressions, line, mono, muted, sec, title, verdict } from "../parts/reasons.js";
import { sumTable } from "../parts/sumTable.js";
import { claimsAtFilter } from "./volumebinding/figure.js";
import { volumeTitle } from "./volumehelper.js";
import { rejecting, simply } from "./telling.js";

/**
 * @import {
 *   ClaimBindingStep, Provisioner, ScoreExplanation, StorageUseStep, VolumeAffinityStep,
 * } from "../types/engine.js"
 */

/** @type {import("./descriptor.js").Plugin} */
export const volumeBinding = {
  name: "VolumeBinding",
  stories: {
    PreFilter: simply((pod) => t("{pod} has claims that need a volume", { pod })),
    Filter: rejecting(
      (n, pod) =>
        tn("{n} node cannot use the volumes of {pod}", "{n} nodes cannot use the volumes of {pod}", n, {
          pod,
        }),
      () => t("Every claim can be bound"),
    ),
    PreScore: simply((pod) => t("{pod} has claims whose volumes are compared by size", { pod })),
  },
  skips: { PreFilter: () => t("No claim to bind.") },
  score: {
    unit: t("storage left free, 0 to 100"),
    steps: { storage_use: storageUse },
  },
  questions: { Filter: t("From which nodes can the pod reach its volumes?") },
  panels: { Filter: claimsAtFilter },
  filter: {
    volume_affinity: {
      full: affinity,
      finding: ({ claim }, _, node) => t("{node} cannot reach the volume of {claim}", { node, claim }),
    },
    claim_binding: {
      full: binding,
      finding: ({ claim }, _, node) => t("No volume for {claim} on {node}", { claim, node }),
    },
  },
};

/** @param {StorageUseStep[]} steps @param {ScoreExplanation} explained */
function storageUse(steps, { raw }) {
  return sec(
    title(t("Raw score"), muted(t("the mean of the storage classes"))),
    sumTable([
      ...steps.map(({ storage_class: name, requested, capacity, score }) => ({
        label: [
          mono(name),
          muted(
            `  ${t("{requested} of {allocatable}", {
              requested: quantity(requested, "bytes"),
              allocatable: quantity(capacity, "bytes"),
            })}`,
          ),
        ],
        value: score,
      })),
      { op: "=", label: t("raw, rounded"), value: raw, result: true },
    ]),
  );
}

/** @param {VolumeAffinityStep} step */
function affinity(step) {
  return sec(
    volumeTitle(step),
    step.exists ? null : h("p.soft.t12", t("No such PersistentVolume.")),
    step.terms.length
      ? step.terms.map((term) => expressions(term.expressions))
      : h("p.soft.t12", t("The volume can be reached from every node.")),
  );
}

/** @param {ClaimBindingStep} step */
function binding(step) {
  const { chosen, selected_node: selected, provisioning: ways, ok } = step;
  const answer = chosen ? t("binds {chosen}", { chosen }) : ok ? t("provisioned here") : t("no volume");
  return sec(
    title(t("Claim"), mono(step.claim), muted(step.storage_class ?? ""), grow(), verdict(ok, answer)),
    sumTable([
      { label: t("requests"), value: quantity(step.request, "bytes") },
      { label: t("matching free volumes for this node"), value: String(step.candidate_count) },
    ]),
    ways ? provisioning(ways) : null,
    selected
      ? check(
          selected === step.node,
          t("the claim is to be provisioned for {selected_node}", { selected_node: selected }),
        )
      : null,
  );
}

/** @param {Provisioner} ways */
const provisioning = ({ provisioner, topology_ok: reaches, capacity_ok: holds }) => [
  check(reaches, t("{provisioner} may provision in this node's topology", { provisioner })),
  check(holds, t("it has the capacity here")),
];

/** @param {boolean} ok @param {string} text */
const check = (ok, text) => line(ok, h("span", text));
