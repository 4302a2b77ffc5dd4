// Mirrors pkg/scheduler/framework/plugins/dynamicresources.

import { t, tn } from "../../lib/i18n.js";
import { rejecting, simply } from "../telling.js";
import { DEVICE_FACTS } from "./facts.js";
import { atFilter } from "./panel.js";
import { CLAIM_FORMS } from "./steps.js";

/** @type {import("../descriptor.js").Plugin} */
export const dynamicResources = {
  name: "DynamicResources",
  short: "DRA",
  stories: {
    PreFilter: simply((pod) => t("{pod} has resource claims", { pod })),
    Filter: rejecting(
      (n, pod) =>
        tn("{n} node lacks the devices of {pod}", "{n} nodes lack the devices of {pod}", n, { pod }),
      () => t("Every claim can be allocated"),
    ),
  },
  skips: { PreFilter: () => t("The pod has no resource claim.") },
  questions: { Filter: t("Are the devices that the claims request free here?") },
  panels: { Filter: atFilter },
  filter: CLAIM_FORMS,
  facts: DEVICE_FACTS,
  tries: true,
};
