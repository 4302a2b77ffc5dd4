// Mirrors pkg/scheduler/framework/plugins/nodevolumelimits: the limits of CSI drivers, and those of the
// former cloud disks.

import { t } from "../lib/i18n.js";
import { sec, title } from "../parts/reasons.js";
import { sumTable } from "../parts/sumTable.js";

/** @import { VolumeLimitStep } from "../types/engine.js" */

const skips = { PreFilter: () => t("The pod has no volume of this kind.") };

/** @type {import("./descriptor.js").Plugin} */
export const nodeVolumeLimits = {
  name: "NodeVolumeLimits",
  skips,
  filter: {
    volume_limit: {
      full: limit,
      finding: ({ driver }, _, node) => t("{node} has too many volumes of {driver}", { node, driver }),
    },
  },
};

// The answers of these have no operands.

/** @type {import("./descriptor.js").Plugin} */
export const ebsLimits = { name: "EBSLimits", skips };

/** @type {import("./descriptor.js").Plugin} */
export const gcePdLimits = { name: "GCEPDLimits", skips };

/** @type {import("./descriptor.js").Plugin} */
export const azureDiskLimits = { name: "AzureDiskLimits", skips };

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
