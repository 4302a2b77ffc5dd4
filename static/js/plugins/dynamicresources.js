// Mirrors pkg/scheduler/framework/plugins/dynamicresources. The engine simulates no claims: its answers have
// no operands.

import { t } from "../lib/i18n.js";

/** @type {import("./descriptor.js").Plugin} */
export const dynamicResources = {
  name: "DynamicResources",
  short: "DRA",
  skips: { PreFilter: () => t("The pod has no resource claim.") },
};
