// The cluster beside the causes: a node is a gauge of cpu over memory, to one scale, with what was placed.

import { h, svg } from "../../lib/dom.js";
import { integer } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { nameElement } from "../../parts/name.js";
import { amount } from "./words.js";

/** @import { NewNode, NodesOverview, RelocatedPod } from "../../types/engine.js" */
/** @import { ResourceOverview, TriedEnd } from "../../types/engine.js" */
/** @import { Cluster, Node } from "../../model/cluster.js" */

/** @typedef {{came: Map<string, number>, went: Map<string, number>}} Moves pods by node */

/** Of more nodes the map in the steps is the picture. */
export const MOST_GAUGES = 240;
const ZONE = "topology.kubernetes.io/zone";
const WIDTH = 48; // px of the widest gauge

/**
 * @param {Cluster} cluster before the run @param {NodesOverview} overview
 * @param {TriedEnd | null} [tried] what a change comes to: the nodes are shown as it leaves them
 */
export function gauges(cluster, overview, tried = null) {
  const { names, resources } = tried?.nodes ?? overview;
  const places = new Map(names.map((name, i) => [name, i]));
  const nodes = [...cluster.nodes, ...(tried?.added ?? []).map(nodeAdded)].filter(({ name }) =>
    places.has(name),
  );
  const { cpu, memory, pods } = resources;
  const { came, went } = tried ? movesOf(tried.moved) : placedIn(names, pods);
  /** @param {Node} node */
  const gauge = (node) => nodeGauge(node, places.get(node.name) ?? 0, cluster, { cpu, memory, came, went });
  return [
    h("h2", tn("{n} node", "{n} nodes", names.length)),
    ...zonesOf(nodes).map(([zone, inZone]) =>
      h("div.zone", h("h3", zone || t("no zone")), h("ul.gauges", inZone.map(gauge))),
    ),
    key(nodes, came, went, tried !== null),
  ];
}

/** A node that a change adds. @param {NewNode} added @returns {Node} */
const nodeAdded = ({ name, labels }) => ({
  name,
  index: -1,
  labels,
  taints: [],
  unschedulable: false,
  allocatable: {},
});

/** The nodes by zone; those that are kept from most pods come last. @param {Node[]} nodes */
function zonesOf(nodes) {
  /** @type {Map<string, Node[]>} */
  const zones = new Map();
  for (const node of nodes) {
    const zone = node.labels[ZONE] ?? "";
    zones.set(zone, [...(zones.get(zone) ?? []), node]);
  }
  for (const zone of zones.values()) zone.sort((a, b) => Number(isTainted(a)) - Number(isTainted(b)));
  return [...zones].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** @param {Node} node */
const isTainted = ({ taints, unschedulable }) => taints.length > 0 && !unschedulable;

/**
 * How many pods a run places, by node.
 * @param {string[]} names @param {ResourceOverview} pods @returns {Moves}
 */
const placedIn = (names, { before, after }) => ({
  came: new Map(names.map((name, i) => [name, Math.max(after[i] - before[i], 0)])),
  went: new Map(),
});

/** How many pods come with a change, and go, by node. @param {RelocatedPod[]} moved @returns {Moves} */
export function movesOf(moved) {
  /** @type {Moves} */
  const { came, went } = { came: new Map(), went: new Map() };
  for (const { before, after } of moved) {
    if (after) came.set(after, (came.get(after) ?? 0) + 1);
    if (before) went.set(before, (went.get(before) ?? 0) + 1);
  }
  return { came, went };
}

/**
 * @param {Node} node @param {number} i @param {Cluster} cluster
 * @param {Moves & {cpu: ResourceOverview, memory: ResourceOverview}} run
 */
function nodeGauge(node, i, cluster, { cpu, memory, came, went }) {
  const [placed, left] = [came.get(node.name) ?? 0, went.get(node.name) ?? 0];
  return h(
    "li",
    {
      class: `gauge${isTainted(node) ? " tainted" : ""}${placed > 0 ? " new" : ""}`,
      dataset: { node: node.name },
      tabindex: "-1",
      title: [
        node.name,
        t("cpu {used} of {all}", {
          used: amount(cpu.after[i], "milli"),
          all: amount(cpu.allocatable[i], "milli"),
        }),
        t("memory {used} of {all}", {
          used: amount(memory.after[i], "bytes"),
          all: amount(memory.allocatable[i], "bytes"),
        }),
        ...node.taints,
      ].join("\n"),
    },
    h(
      "span.gauge-n",
      nameElement(node.name, cluster.short),
      placed > 0 && h("b.plus", `+${integer(placed)}`),
      left > 0 && h("b.minus", `−${integer(left)}`),
      node.unschedulable && [icon("unres", "g g-unres"), h("span.vh", t("cordoned"))],
    ),
    svg(
      "svg",
      { width: WIDTH, height: 12, "aria-hidden": "true" },
      [cpu, memory].map((resource, row) => bars(resource, i, row * 7)),
    ),
  );
}

/**
 * What the node has, what was used, and what came in the run.
 * @param {ResourceOverview} resource @param {number} i @param {number} y
 */
function bars({ allocatable, before, after }, i, y) {
  const scale = WIDTH / Math.max(...allocatable, 1);
  /** @param {string} kind @param {number} from @param {number} to */
  const rect = (kind, from, to) =>
    svg("rect", { class: kind, x: from * scale, y, width: Math.max(to - from, 0) * scale, height: 5, rx: 1 });
  return [rect("g-all", 0, allocatable[i]), rect("g-used", 0, before[i]), rect("g-new", before[i], after[i])];
}

/**
 * What is on the map, and nothing else.
 * @param {Node[]} nodes @param {Map<string, number>} came @param {Map<string, number>} went
 * @param {boolean} tried
 */
const key = (nodes, came, went, tried) =>
  h(
    "ul.stack-key",
    h("li", t("cpu over memory, to one scale")),
    [...came.values()].some(Boolean) &&
      h("li", h("b.plus", "+1"), " ", tried ? t("comes with the change") : t("placed here")),
    went.size > 0 && h("li", h("b.minus", "−1"), " ", t("leaves with the change")),
    nodes.some(isTainted) && h("li", h("i.st.tainted"), t("tainted")),
    nodes.some(({ unschedulable }) => unschedulable) &&
      h("li", icon("unres", "g g-unres"), " ", t("cordoned")),
  );
