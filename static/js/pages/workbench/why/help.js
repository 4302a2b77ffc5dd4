// What would help a pod that found no node: the best repairs of the whole search, and changes for one node,
// each with the cycle computed again.

import { h } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { later, soon } from "../../../lib/later.js";
import { matrixOf } from "../../../model/matrix.js";
import { attemptAfter, isPending } from "../../../model/log.js";
import { isViewed } from "../core/context.js";
import { canSearch, repairsPage } from "../core/repairs.js";
import { run } from "../core/state.js";
import { factLink, named } from "../../../parts/factLink.js";
import { sec } from "../../../parts/reasons.js";
import { pluginOf } from "../../../plugins/registry.js";

/** @import { Context, Viewed } from "../../../plugins/descriptor.js" */

const briefRepairs = later(async () => (await import("../../whatif/brief.js")).briefRepairs);

const POINTS = ["Filter", "PostFilter", "Result"];
const NODES = 3;

/** The part of the pane; null where nothing is known to help. @param {Context} now */
export function whatHelps(now) {
  if (
    !POINTS.includes(now.pointer.point) ||
    !isPending(now.cycle) ||
    now.cycle.finished?.nominated_node ||
    !isViewed(now)
  )
    return null;
  return [repairs(now), changesByNode(now)];
}

/** The best repairs, once the run is over and has left the pod pending. @param {Viewed} now */
function repairs({ cycle, cluster, log }) {
  const started = run.get();
  if (!started || !cluster || !canSearch() || attemptAfter(cycle, log)) return null;
  const [nodes, page] = [cluster.nodes.length, repairsPage()];
  return soon(briefRepairs({ run: started.id, pod: cycle.pod, nodes, page }));
}

/**
 * What would put the pod on a node that it does not have; null where that cannot be asked.
 * @param {Context} now @param {string} node
 */
export function whatPutsItHere({ cycle, cluster, log }, node) {
  const started = run.get();
  if (!started || !cluster || !canSearch() || attemptAfter(cycle, log) || cycle.finished?.node === node)
    return null;
  const [nodes, page] = [cluster.nodes.length, repairsPage()];
  return soon(briefRepairs({ run: started.id, pod: cycle.pod, node, nodes, page }));
}

/** @param {Viewed} now */
function changesByNode(now) {
  const nodes = promising(now);
  if (!nodes.length) return null;
  return sec(
    h(
      "details.about",
      h("summary", t("For one node")),
      h(
        "ul.story-help",
        nodes.map((node) => h("li", factLink(node, named("remedies", node)))),
      ),
    ),
  );
}

/** The first nodes that are rejected by a plugin whose changes can be tried. @param {Viewed} now */
function promising({ data, pointer }) {
  const matrix = matrixOf(data);
  const chosen = pointer.point === "Filter" ? pointer.plugin : null;
  return matrix.visited
    .filter((node) => {
      const plugin = matrix.first(node);
      return plugin && pluginOf(plugin).tries && (!chosen || plugin === chosen);
    })
    .slice(0, NODES)
    .map(matrix.name);
}
