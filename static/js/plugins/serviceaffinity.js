// Mirrors pkg/scheduler/framework/plugins/serviceaffinity, which only old versions have.

import { t } from "../lib/i18n.js";
import { factLink, named } from "../parts/factLink.js";
import { sec } from "../parts/reasons.js";
import { sumTable } from "../parts/sumTable.js";
import { matchingPods } from "./selectorspread.js";
import { simply } from "./telling.js";

/** @import { ServiceAffinityStep } from "../types/engine.js" */

/** @type {import("./descriptor.js").Plugin} */
export const serviceAffinity = {
  name: "ServiceAffinity",
  stories: {
    PreFilter: simply(() => t("The profile keeps a Service's pods together")),
  },
  questions: {
    Filter: t("Does this node have the labels of the nodes that run the pods of the same Service?"),
    Score: t("How many pods of the Service are on nodes with the same label?"),
  },
  skips: { PreFilter: () => t("The profile lists no labels that a Service's pods must share.") },
  filter: {
    service_affinity: {
      full: label,
      finding: ({ key, required }, _, node) =>
        t("{node} does not have {key}={value}", { node, key, value: required }),
    },
  },
  score: {
    unit: t("pods of the Service on the node"),
    shortUnit: t("pods"),
    lower: true,
    normalize: {
      formula: t("100 × (pods − pods with the same label) / pods, the mean of all labels"),
      applied: () => t("from the labels of its peers"),
      divides: ({ max }) => max !== 0,
    },
    steps: { matching_pods: matchingPods },
  },
};

/** @param {ServiceAffinityStep} step */
function label({ key, required, pod, actual, ok }) {
  return sec(
    sumTable([
      {
        label: pod === null ? t("{key} of the nodeSelector", { key }) : t("{key} of the node of", { key }),
        value: required,
      },
      ...(pod === null ? [] : [{ label: "", value: factLink(pod, named("pod", pod), { class: "mono" }) }]),
      { op: ok ? "=" : "≠", label: t("this node"), value: actual ?? t("not set") },
    ]),
  );
}
