// What the previous pod changed: its node and domains, and the counts that this pod meets.

import { h } from "../../../lib/dom.js";
import { integer } from "../../../lib/format.js";
import { t } from "../../../lib/i18n.js";
import { goCycle } from "../core/actions.js";
import { viewOf } from "../core/data.js";
import { clusterAt, domainOf } from "../../../model/fold.js";
import { shortKey } from "../../../model/labels.js";
import { outcome } from "../../../model/narrate.js";
import { headers, heading, mono, scroller, section } from "../../../parts/panels.js";

/** @import { CycleView } from "../../../model/cycleview.js" */
/** @import { Cluster, Node } from "../../../model/cluster.js" */
/** @import { Fold } from "../../../model/fold.js" */
/** @import { Cycle, RunLog } from "../../../model/log.js" */
/** @import { Context } from "../core/context.js" */

/** @typedef {[what: string, where: string, before: number, now: number]} Row */

const HOSTNAME = "kubernetes.io/hostname";

/** @param {Context} now */
export function sincePreviousPod({ cycle, log, cluster, data }) {
  const earlier = log.cycles[cycle.index - 1];
  if (!earlier?.finished || !cluster) return null;
  const rows = [...placesOf(earlier, log, cluster)];
  const counts = h("tbody");
  if (data) countsOf(earlier, data, counts);
  const previous = h(
    "p.soft.t12",
    h("button.link.mono", { onclick: () => goCycle(earlier.index) }, earlier.pod),
    " ",
    outcome(earlier.finished),
  );
  if (!rows.length) return section(heading(t("Since the previous pod")), previous);
  return section(
    heading(t("Since the previous pod")),
    previous,
    scroller(
      h(
        "table.tbl",
        headers(t("What"), t("Where"), [t("Before"), "num"], [t("Now"), "num"]),
        h("tbody", rows.map(row)),
        counts,
      ),
    ),
  );
}

/** @param {Row} pair */
const row = ([what, where, before, now]) =>
  h(
    "tr",
    h("th", { scope: "row" }, what),
    h("td", mono(where)),
    h("td.num", integer(before)),
    h("td.num", integer(now)),
  );

/**
 * Pods on the node, and in each of its domains.
 * @param {Cycle} earlier @param {RunLog} log @param {Cluster} cluster @returns {Generator<Row>}
 */
function* placesOf(earlier, log, cluster) {
  const { node: name = null, victims = [] } = earlier.finished ?? {};
  const touched = new Set([name, ...victims.map((victim) => nodeOf(victim, earlier, log, cluster))]);
  const [before, after] = [
    clusterAt(cluster, log, earlier.index),
    clusterAt(cluster, log, earlier.index + 1),
  ];
  /** @param {Fold} fold @param {Node[]} nodes */
  const many = (fold, nodes) => nodes.reduce((sum, node) => sum + fold.on(node.index).length, 0);
  for (const touchedName of touched) {
    const node = cluster.nodes[cluster.indexOf.get(touchedName ?? "") ?? -1];
    if (!node) continue;
    const was = many(before, [node]);
    yield [t("pods on the node"), node.name, was, many(after, [node])];
    for (const key of cluster.topology_keys.filter(
      (label) => label !== HOSTNAME && node.labels[label] !== undefined,
    )) {
      const peers = cluster.nodes.filter((peer) => domainOf(peer, [key])[0] === node.labels[key]);
      const wereThere = many(before, peers);
      yield [t("pods in {key}", { key: shortKey(key) }), node.labels[key], wereThere, many(after, peers)];
    }
  }
}

/** @param {string} pod @param {Cycle} earlier @param {RunLog} log @param {Cluster} cluster */
const nodeOf = (pod, earlier, log, cluster) => clusterAt(cluster, log, earlier.index).nodeOf.get(pod);

/**
 * The same constraint of both pods: its domains whose count moved.
 * @param {Cycle} earlier @param {CycleView} data @param {HTMLElement} body
 */
async function countsOf(earlier, data, body) {
  const before = await viewOf(earlier).catch(() => null);
  for (const constraint of data.spread?.filter ?? []) {
    const twin = before?.spread?.filter.find(
      (other) =>
        other.topology_key === constraint.topology_key &&
        other.selector === constraint.selector &&
        other.namespace === constraint.namespace,
    );
    const counts = new Map((twin?.domains ?? []).map((domain) => [domain.value, domain.count]));
    for (const { value, count } of constraint.domains) {
      const was = counts.get(value);
      if (was !== undefined && was !== count)
        body.append(
          row([
            t("counted by {selector} in {key}", {
              selector: constraint.selector,
              key: shortKey(constraint.topology_key),
            }),
            value,
            was,
            count,
          ]),
        );
    }
  }
}
