// Mirrors pkg/scheduler/framework/plugins/volumezone.

import { t, tn } from "../lib/i18n.js";
import { shortKey } from "../model/labels.js";
import { sec } from "../parts/reasons.js";
import { sumTable } from "../parts/sumTable.js";
import { zonesAtFilter } from "./volumebinding/figure.js";
import { volumeTitle } from "./volumehelper.js";
import { rejecting, simply } from "./telling.js";

/** @import { VolumeZoneStep } from "../types/engine.js" */

/** @type {import("./descriptor.js").Plugin} */
export const volumeZone = {
  name: "VolumeZone",
  stories: {
    PreFilter: simply((pod) => t("{pod} has a volume that belongs to a zone", { pod })),
    Filter: rejecting(
      (n) => tn("{n} node is outside the zone of a volume", "{n} nodes are outside the zone of a volume", n),
      () => t("No volume is in another zone"),
    ),
  },
  skips: { PreFilter: () => t("No claim whose volume is in a zone.") },
  questions: { Filter: t("Is this node in the zone of the pod's volumes?") },
  panels: { Filter: zonesAtFilter },
  filter: {
    volume_zone: {
      full: zone,
      finding: ({ claim }, _, node) =>
        t("The volume of {claim} is not in the zone of {node}", { claim, node }),
    },
  },
};

/** @param {VolumeZoneStep} step */
function zone(step) {
  const without = t("the node has no zone or region label, so any volume is allowed");
  return sec(
    volumeTitle(step),
    sumTable([
      { label: t("the volume is in {key}", { key: shortKey(step.key) }), value: step.wanted.join(", ") },
      {
        op: step.ok ? "=" : "≠",
        label: step.node_has_no_zone ? without : t("the node is in"),
        value: step.actual ?? t("none"),
      },
    ]),
  );
}
