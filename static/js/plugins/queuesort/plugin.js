// Mirrors pkg/scheduler/framework/plugins/queuesort: which pod is next.

import { h } from "../../lib/dom.js";
import { clock, integer } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { named } from "../../parts/factLink.js";
import { sec } from "../../parts/reasons.js";
import { sumTable } from "../../parts/sumTable.js";
import { lanes } from "./lanes.js";

/** @import { Viewed } from "../descriptor.js" */

/** @type {import("../descriptor.js").Plugin} */
export const prioritySort = {
  name: "PrioritySort",
  order: t("PrioritySort: higher priority first, then source order"),
  facts: { key: { title: () => t("queue key"), render: key } },
  panels: { Queue: lanes },
};

/** @param {string[]} _ @param {Viewed} now */
function key(_, { cycle, log }) {
  const { queue, at } = cycle.started;
  const priority = queue?.priority ?? 0;
  const waiting = log.cycles.slice(cycle.index + 1);
  const higher = waiting.filter((pod) => (pod.started.queue?.priority ?? 0) > priority).length;
  return [
    sec(
      h("p.why-t", t("PrioritySort compares priority, then the time in the queue")),
      h(
        "p.soft.t12",
        t(
          "Among the pods that are ready, the one with the highest priority is next; among equals, the " +
            "oldest.",
        ),
      ),
    ),
    sec(
      sumTable([
        {
          label: t("priority of {pod}", { pod: cycle.pod }),
          value: integer(priority),
          why: named("pod", cycle.pod),
        },
        { label: t("taken from the queue at"), value: clock(at ?? 0) },
        { label: t("later cycles of pods with a higher priority"), value: higher },
      ]),
      higher ? h("p.soft.t12", t("These were not ready yet: they entered the queue later.")) : null,
    ),
  ];
}
