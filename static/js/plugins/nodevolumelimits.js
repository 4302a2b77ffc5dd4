// Mirrors pkg/scheduler/framework/plugins/nodevolumelimits: the limits of CSI drivers, and those of the
// former cloud disks.

import { t, tn } from "../lib/i18n.js";
import { line, sec, title } from "../parts/reasons.js";
import { sumTable } from "../parts/sumTable.js";
import { limitsAtFilter } from "./volumelimits.js";
import { rejecting, simply } from "./telling.js";

/** @import { MissingDriverStep, VolumeLimitStep } from "../types/engine.js" */

const stories = {
  PreFilter: simply((pod) => t("{pod} has volumes that count against a limit", { pod })),
  Filter: rejecting(
    (n) => tn("{n} node cannot attach another volume", "{n} nodes cannot attach another volume", n),
    () => t("Every remaining node can attach the volumes"),
  ),
};
const skips = { PreFilter: () => t("The pod has no volume of this kind.") };

/** @type {import("./descriptor.js").Plugin} */
export const nodeVolumeLimits = {
  name: "NodeVolumeLimits",
  stories,
  skips,
  questions: { Filter: t("Can this node attach the pod's volumes in addition to its own?") },
  panels: { Filter: limitsAtFilter },
  filter: {
    volume_limit: {
      full: limit,
      finding: ({ driver }, _, node) => t("{node} has too many volumes of {driver}", { node, driver }),
    },
    missing_driver: {
      full: missing,
      finding: ({ driver }, _, node) => t("{node} lacks the CSI driver {driver}", { node, driver }),
    },
  },
};

// The answers of these have no operands.

/** @type {import("./descriptor.js").Plugin} */
export const ebsLimits = { name: "EBSLimits", stories, skips };

/** @type {import("./descriptor.js").Plugin} */
export const gcePdLimits = { name: "GCEPDLimits", stories, skips };

/** @type {import("./descriptor.js").Plugin} */
export const azureDiskLimits = { name: "AzureDiskLimits", stories, skips };

/** @param {MissingDriverStep} step */
function missing({ driver, ok }) {
  const listed = ok
    ? t("The CSINode of the node lists it.")
    : t("No CSINode of the node lists it, and its CSIDriver sets preventPodSchedulingIfMissing.");
  return sec(title(driver), line(ok, listed));
}

/** @param {VolumeLimitStep} step */
function limit({ driver, used, new: added, limit: most, ok }) {
  return sec(
    title(driver),
    sumTable([
      { label: t("volumes attached to the node"), value: String(used) },
      { op: "+", label: t("new volumes of this pod"), value: String(added) },
      { op: ok ? "≤" : ">", label: t("limit of the node"), value: most === null ? t("none") : String(most) },
    ]),
  );
}
