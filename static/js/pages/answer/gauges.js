// The cluster beside the causes, by pool and zone: a node is a gauge of cpu over memory, to one scale, with
// what was placed. Of many nodes a group is a strip of how full they are, which opens into its gauges.

import { h, svg } from "../../lib/dom.js";
import { decimal, integer } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { headingIn, poolGrid } from "../../model/poolgrid.js";
import { nameElement } from "../../parts/name.js";
import { closedWord, nodeList, poolMap, rampKey, RAMP, rampOf, stripCell } from "../../parts/poolmap.js";
import { amount } from "./words.js";

/** @import { NodesOverview, ResourceOverview } from "../../types/engine.js" */
/** @import { Cluster, Node } from "../../model/cluster.js" */

/** Of more nodes a group is a strip. */
const MOST_GAUGES = 240;
const WIDTH = 48; // px of the widest gauge
const CHARACTER = 7.4; // px
const AROUND = 28; // px beside a name: the frame, and what was placed

/**
 * @param {Cluster} cluster before the run @param {NodesOverview} overview
 */
export function gauges(cluster, { names, resources }) {
  const places = new Map(names.map((name, i) => [name, i]));
  const { cpu, memory, pods } = resources;
  /** @param {number} node by index in the cluster */
  const placeOf = (node) => places.get(cluster.nodes[node].name) ?? 0;
  /** @param {number} node */
  const gauge = (node) => nodeGauge(cluster.nodes[node], placeOf(node), cluster, cpu, memory, pods);
  const isMany = names.length > MOST_GAUGES;
  const grid = poolGrid(cluster);
  const longest = Math.max(...names.map((name) => cluster.short.inner.short(name).length));
  return [
    h("h2", tn("{n} node", "{n} nodes", names.length)),
    h(
      "div",
      { style: { "--gauge": `${Math.max(WIDTH, longest * CHARACTER + AROUND)}px` } },
      poolMap(
        grid,
        (nodes, pool, zone) => headingIn(cluster, nodes, pool, zone),
        (nodes, heading, row) =>
          isMany
            ? strip(cluster, nodes, heading, row, (node) => fullest(placeOf(node), cpu, memory), gauge)
            : nodeList(nodes, gauge, heading),
      ),
    ),
    key(isMany),
  ];
}

/** The larger share of cpu and memory that is requested. @param {number} i @param {ResourceOverview[]} all */
const fullest = (i, ...all) =>
  Math.max(...all.map(({ after, allocatable }) => (allocatable[i] ? after[i] / allocatable[i] : 0)));

/**
 * @param {Cluster} cluster @param {number[]} nodes @param {string} heading @param {HTMLElement} row
 * @param {(node: number) => number} shareOf @param {(node: number) => HTMLElement} gauge
 */
function strip(cluster, nodes, heading, row, shareOf, gauge) {
  const closed = nodes.filter((node) => isClosed(cluster.nodes[node]));
  const open = nodes.filter((node) => !isClosed(cluster.nodes[node]));
  const kinds = open.map((node) => rampOf(shareOf(node)));
  const mean = nodes.reduce((sum, node) => sum + shareOf(node), 0) / nodes.length;
  const percent = `${decimal(100 * mean, 0)} %`;
  const full = open.filter((node) => shareOf(node) > ALMOST).length;
  const words = [
    t("{share} requested on average", { share: percent }),
    full > 0 && t("{n} more than 90 % full", { n: integer(full) }),
    closed.length > 0 && t("{n} tainted or cordoned", { n: integer(closed.length) }),
  ];
  return stripCell({
    nodes,
    heading,
    note: percent,
    says: words.filter(Boolean).join(", "),
    segments: [
      ...RAMP.map((kind) => ({ kind, nodes: kinds.filter((other) => other === kind).length })),
      { kind: "tainted", nodes: closed.length },
    ],
    row,
    list: (listed) => nodeList(listed, gauge, heading),
  });
}

const ALMOST = 0.9;

/** @param {Node} node */
const isClosed = (node) => node.unschedulable || isTainted(node);

/** @param {Node} node */
const isTainted = ({ taints, unschedulable }) => taints.length > 0 && !unschedulable;

/**
 * @param {Node} node @param {number} i @param {Cluster} cluster
 * @param {ResourceOverview} cpu @param {ResourceOverview} memory @param {ResourceOverview} pods
 */
function nodeGauge(node, i, cluster, cpu, memory, pods) {
  const placed = pods.after[i] - pods.before[i];
  return h(
    "li",
    {
      class: `gauge${isTainted(node) ? " tainted" : ""}${placed > 0 ? " new" : ""}`,
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
      nameElement(node.name, cluster.short.inner),
      placed > 0 && h("b.plus", `+${integer(placed)}`),
      node.unschedulable && [icon("unres", "g g-unres"), h("span.vh", t("cordoned"))],
    ),
    svg(
      "svg",
      { viewBox: `0 0 ${WIDTH} 12`, preserveAspectRatio: "none", "aria-hidden": "true" },
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

/** @param {boolean} isMany */
const key = (isMany) =>
  h(
    "ul.stack-key",
    isMany && rampKey(t("requested")),
    h("li", t("cpu over memory, to one scale")),
    h("li", h("b.plus", "+1"), " ", t("placed here")),
    h("li", h("i.st.tainted"), isMany ? closedWord() : t("tainted")),
    !isMany && h("li", icon("unres", "g g-unres"), " ", t("cordoned")),
  );
