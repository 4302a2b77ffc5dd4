// Mirrors pkg/scheduler/framework/plugins/nodevolumelimits: the limits of CSI drivers, and those of the former cloud disks.

import { t } from "../lib/i18n.js";
import { sec, title } from "../parts/reasons.js";
import { sumTable } from "../parts/sumTable.js";

/** @import { VolumeLimitStep } from "../types/engine.js" */

/** @type {Omit<import("./descriptor.js").Plugin, "name">} */
const limits = {
  skips: { PreFilter: () => t("The pod has no volume of this kind.") },
  filter: {
    volume_limit: {
      full: limit,
      finding: ({ driver }, _, node) => t("{node} has too many volumes of {driver}", { node, driver }),
    },
  },
};

/** @type {import("./descriptor.js").Plugin} */
export const nodeVolumeLimits = { name: "NodeVolumeLimits", ...limits };

/** @type {import("./descriptor.js").Plugin} */
export const ebsLimits = { name: "EBSLimits", ...limits };

/** @type {import("./descriptor.js").Plugin} */
export const gcePdLimits = { name: "GCEPDLimits", ...limits };

/** @type {import("./descriptor.js").Plugin} */
export const azureDiskLimits = { name: "AzureDiskLimits", ...limits };

/** @param {VolumeLimitStep} step */
function limit({ driver, used, new: added, limit: most, ok }) {
  return sec(
    title(driver),
    sumTable([
      { label: t("volumes attached to the node"), value: String(used) },
      { op: "+", label: t("new ones of this pod"), value: String(added) },
      { op: ok ? "≤" : ">", label: t("limit of the node"), value: most === null ? t("none") : String(most) },
    ]),
  );
}
