// Where the run ends otherwise than the dump, and what the dump may lack.

import { h } from "../../lib/dom.js";
import { integer, listOf } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { listed } from "../../parts/listed.js";

/** @import { Differences, PodGroup } from "../../types/engine.js" */

const MOST_NODES = 5;

/** @param {Differences} differences */
export function differencesNote({ placed, evicted, unlisted_nodes: unlisted, absent_kinds: absent }) {
  const differs = placed.length + evicted.length > 0;
  if (!differs && !unlisted.length) return null;
  return h(
    "section.differs",
    { "aria-label": t("Differs from your dump") },
    icon("info"),
    h(
      "div",
      h("h2", heading(placed, evicted)),
      placed.length > 0 &&
        h(
          "p",
          t("Pending in the dump, placed here: {pods}.", { pods: groups(placed) }),
          " ",
          t("Room may have appeared since their last try, or your scheduler is configured differently."),
        ),
      evicted.length > 0 &&
        h("p", t("Running in the dump, evicted here: {pods}.", { pods: groups(evicted) })),
      unlisted.length > 0 &&
        h(
          "p",
          t("Pods in the dump run on nodes that it does not contain: {nodes}.", {
            nodes: listed(unlisted, MOST_NODES),
          }),
        ),
      differs &&
        absent.length > 0 &&
        h("p", t("Your dump does not include {kinds}; that could change this.", { kinds: listOf(absent) })),
    ),
  );
}

/** @param {PodGroup[]} placed @param {PodGroup[]} evicted */
function heading(placed, evicted) {
  const fit = podsIn(placed);
  const out = podsIn(evicted);
  if (fit)
    return tn(
      "Differs from your dump: {n} pod pending there fits here",
      "Differs from your dump: {n} pods pending there fit here",
      fit,
    );
  if (out)
    return tn(
      "Differs from your dump: {n} pod running there is evicted here",
      "Differs from your dump: {n} pods running there are evicted here",
      out,
    );
  return t("The dump refers to nodes that it does not contain");
}

/** @param {PodGroup[]} all */
const podsIn = (all) => all.reduce((sum, { pod_count: count }) => sum + count, 0);

/** "shop/checkout × 4, data/kafka × 4" @param {PodGroup[]} all */
const groups = (all) =>
  all
    .map(
      ({ namespace, name, pod_count: count }) =>
        `${namespace}/${name}${count > 1 ? ` × ${integer(count)}` : ""}`,
    )
    .join(", ");
