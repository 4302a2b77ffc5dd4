// Why a plugin skipped PreFilter or PreScore: what it looked for in the pod and did not find.

import { t, tn } from "../lib/i18n.js";

/** @import { CycleView } from "../types/engine.js" */
/** @typedef {{data: CycleView}} Now */

/** @param {"PreFilter" | "PreScore"} point @param {string} plugin @param {Now} now */
export const skipReason = (point, plugin, now) => (SKIPPED[point][plugin] ?? anyReason)(now);

const noVolumes = () => t("The pod has no volume of this kind.");

const anyReason = () => t("The pod gives it nothing to check.");

/** @type {Record<"PreFilter" | "PreScore", Record<string, (now: Now) => string>>} */
const SKIPPED = {
  PreFilter: {
    NodeAffinity: () => t("No nodeSelector, no required node affinity, and the profile adds none."),
    NodePorts: () => t("No container opens a host port."),
    VolumeRestrictions: () => t("No disk and no ReadWriteOncePod claim."),
    EBSLimits: noVolumes,
    GCEPDLimits: noVolumes,
    AzureDiskLimits: noVolumes,
    NodeVolumeLimits: noVolumes,
    VolumeBinding: () => t("No claim to bind."),
    VolumeZone: () => t("No claim whose volume is in a zone."),
    PodTopologySpread: ({ data }) =>
      data.spread?.score?.length
        ? tn(
            "No DoNotSchedule constraint; the {n} ScheduleAnyway constraint is for scores.",
            "No DoNotSchedule constraint; the {n} ScheduleAnyway constraints are for scores.",
            data.spread.score.length,
          )
        : t("No DoNotSchedule constraint, and no default one applies."),
    InterPodAffinity: () =>
      t("The pod has no required term, and no running pod's required anti-affinity matches it."),
    DynamicResources: () => t("The pod has no resource claim."),
  },
  PreScore: {
    NodeAffinity: () => t("No preferred node affinity, and the profile adds none."),
    PodTopologySpread: ({ data }) =>
      data.spread?.filter?.length
        ? t(
            "No ScheduleAnyway constraint: DoNotSchedule ones only filter, and a pod with own constraints gets no default ones.",
          )
        : t(
            "No ScheduleAnyway constraint. The default ones apply only to pods that a Service or controller selects.",
          ),
    InterPodAffinity: () => t("No preferred term of this pod, and no term of a running pod that matches it."),
    NodeResourcesBalancedAllocation: () => t("The pod requests none of the resources: a best-effort pod."),
    TaintToleration: () => t("Nothing to compare."),
  },
};
