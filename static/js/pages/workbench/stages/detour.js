// Why the stage shows another step than the address named: one sentence, until the step is left.

import { effect } from "../../../lib/atoms.js";
import { h, replace } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { pointOf } from "../../../model/points.js";
import { note } from "../../../parts/panels.js";
import { cluster, detour, log, pointer } from "../core/state.js";

/** @import { Cluster } from "../../../model/cluster.js" */
/** @import { Detour } from "../core/state.js" */

/** @returns {HTMLElement} */
export function detourNote() {
  const element = h("div.detour", { role: "status" });
  effect(() => {
    const now = detour.get();
    const loaded = cluster.get();
    element.hidden = !now;
    replace(element, now ? note(sentence(now, loaded)) : null);
  });
  return element;
}

/** @param {Detour} detour @param {Cluster | null} loaded */
function sentence({ pod, point }, loaded) {
  if (pod)
    return loaded?.podIndex(pod) !== undefined
      ? t(
          "{pod} already had a node before this run, so the run does not schedule it. All pods of the " +
            "run are shown.",
          {
            pod,
          },
        )
      : t("There is no pod {pod} in this run. All pods of the run are shown.", { pod });
  const at = pointer.get();
  const cycle = at && log.get().cycles[at.cycle];
  return t("{pod} did not reach {point}. The last step that it reached is shown.", {
    pod: cycle?.pod ?? "",
    point: point ? pointOf(point).label : "",
  });
}
