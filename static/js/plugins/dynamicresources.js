// Mirrors pkg/scheduler/framework/plugins/dynamicresources. The engine simulates no claims: its answers have
// no operands.

import { t } from "../lib/i18n.js";
import { simply } from "./telling.js";

/** @type {import("./descriptor.js").Plugin} */
export const dynamicResources = {
  name: "DynamicResources",
  short: "DRA",
  stories: {
    PreFilter: simply((pod) => t("{pod} has resource claims", { pod })),
  },
  skips: { PreFilter: () => t("The pod has no resource claim.") },
};
