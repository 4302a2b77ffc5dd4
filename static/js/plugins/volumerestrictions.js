// Mirrors pkg/scheduler/framework/plugins/volumerestrictions.

import { h } from "../lib/dom.js";
import { rich, t, tn } from "../lib/i18n.js";
import { grow } from "../parts/panels.js";
import { line, mono, sec, title, verdict } from "../parts/reasons.js";
import { rejections } from "./rejections.js";
import { rejecting, simply } from "./telling.js";

/** @import { VolumeConflictStep } from "../types/engine.js" */

/** @type {import("./descriptor.js").Plugin} */
export const volumeRestrictions = {
  name: "VolumeRestrictions",
  stories: {
    PreFilter: simply((pod) => t("{pod} has an exclusive disk or claim", { pod })),
    Filter: rejecting(
      (n, pod) =>
        tn("A volume of {pod} is in use on {n} node", "A volume of {pod} is in use on {n} nodes", n, { pod }),
      (pod) => t("No volume of {pod} is in use elsewhere", { pod }),
    ),
  },
  skips: { PreFilter: () => t("No disk and no ReadWriteOncePod claim.") },
  questions: { Filter: t("Can the pod use its disks here?") },
  panels: { Filter: atFilter },
  filter: {
    volume_conflict: {
      full: conflict,
      finding: ({ claim, volume }) => t("{volume} is in use", { volume: claim ?? volume }),
    },
  },
};

/** @param {import("./descriptor.js").Viewed} now */
function atFilter(now) {
  return rejections(now, "VolumeRestrictions", {
    passing: () => t("No other pod uses a disk or a ReadWriteOncePod claim of this pod."),
    rejecting: () =>
      t("Another pod uses a disk or a ReadWriteOncePod claim of this pod; select a node to see which."),
  });
}

/** @param {VolumeConflictStep} step */
function conflict({ claim, volume, pod, ok }) {
  return sec(
    title(t("Volume"), mono(claim ?? volume), grow(), verdict(ok, ok ? t("free") : t("in use"))),
    pod ? line(false, h("span", rich(t("in use by {pod}"), { pod: mono(pod) }))) : null,
  );
}
