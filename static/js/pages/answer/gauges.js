// The cluster beside the causes, by pool and zone: a node is a gauge of cpu over memory, to one scale, with
// what was placed. Of many nodes a group is a strip of how full they are, which opens into its gauges.

import { h, svg } from "../../lib/dom.js";
import { decimal, integer } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { hostLength } from "../../model/names.js";
import { kindOf } from "../../model/nodekinds.js";
import { headingIn, poolGrid } from "../../model/poolgrid.js";
import { Pools } from "../../model/pools.js";
import { nameElement } from "../../parts/name.js";
import { closedWord, nodeList, poolMap, rampKey, RAMP, rampOf, stripCell } from "../../parts/poolmap.js";
import { amount } from "./words.js";

/** @import { LabelledNode, NodesOverview, RelocatedPod } from "../../types/engine.js" */
/** @import { ResourceOverview, TriedEnd } from "../../types/engine.js" */
/** @import { Cluster, Node } from "../../model/cluster.js" */

/** @typedef {Pick<Cluster, "nodes" | "indexOf" | "pools">} Shown */
/** @typedef {{came: Map<string, number>, went: Map<string, number>}} Moves pods by node */

/** Of more nodes a group is a strip. */
const MOST_GAUGES = 240;
const WIDTH = 48; // px of the widest gauge
const CHARACTER = 7.4; // px
const MOST_NAME = 16; // characters of a name that has room beside its gauge
const AROUND = 28; // px beside a name: the frame, and what was placed

/**
 * @param {Cluster} cluster before the run @param {NodesOverview} overview
 * @param {TriedEnd | null} [tried] what a change comes to: the nodes are shown as it leaves them
 */
export function gauges(cluster, overview, tried = null) {
  const { names, resources } = tried?.nodes ?? overview;
  const places = new Map(names.map((name, i) => [name, i]));
  const enlarged = withAdded(cluster, tried?.added ?? []);
  const { cpu, memory, pods } = resources;
  const { came, went } = tried ? movesOf(tried.moved) : placedIn(names, pods);
  /** @param {number} node by index among those that are shown */
  const placeOf = (node) => places.get(enlarged.nodes[node].name) ?? 0;
  /** @param {number} node */
  const gauge = (node) => nodeGauge(enlarged, node, placeOf(node), { cpu, memory, came, went });
  const isMany = names.length > MOST_GAUGES;
  const grid = poolGrid(enlarged);
  const longest = Math.min(MOST_NAME, Math.max(...names.map(hostLength)));
  return [
    h("h2", tn("{n} node", "{n} nodes", names.length)),
    h(
      "div",
      { style: { "--gauge": `${Math.max(WIDTH, longest * CHARACTER + AROUND)}px` } },
      poolMap(
        grid,
        (nodes, pool, zone) => headingIn(enlarged, nodes, pool, zone),
        (nodes, heading, row) =>
          isMany
            ? strip(enlarged, nodes, heading, row, (node) => fullest(placeOf(node), cpu, memory), gauge)
            : nodeList(nodes, gauge, heading),
      ),
    ),
    key(enlarged.nodes, came, went, tried !== null, isMany),
  ];
}

/**
 * The nodes of the cluster and those that a change adds.
 * @param {Cluster} cluster @param {LabelledNode[]} added @returns {Shown}
 */
function withAdded(cluster, added) {
  if (!added.length) return cluster;
  const nodes = [...cluster.nodes, ...added.map(nodeAdded)];
  return {
    nodes,
    indexOf: new Map(nodes.map(({ name }, i) => [name, i])),
    pools: new Pools(nodes.map(kindOf)),
  };
}

/** A node that a change adds. @param {LabelledNode} added @returns {Node} */
const nodeAdded = ({ name, labels }) => ({
  name,
  index: -1,
  labels,
  taints: [],
  unschedulable: false,
  allocatable: {},
});

/** The larger share of cpu and memory that is requested. @param {number} i @param {ResourceOverview[]} all */
const fullest = (i, ...all) =>
  Math.max(...all.map(({ after, allocatable }) => (allocatable[i] ? after[i] / allocatable[i] : 0)));

/**
 * @param {Shown} shown @param {number[]} nodes @param {string} heading @param {HTMLElement} row
 * @param {(node: number) => number} shareOf @param {(node: number) => HTMLElement} gauge
 */
function strip(shown, nodes, heading, row, shareOf, gauge) {
  const closed = nodes.filter((node) => isClosed(shown.nodes[node]));
  const open = nodes.filter((node) => !isClosed(shown.nodes[node]));
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
 * @param {Shown} shown @param {number} index of the node @param {number} i its place in the overview
 * @param {Moves & {cpu: ResourceOverview, memory: ResourceOverview}} run
 */
function nodeGauge({ nodes }, index, i, { cpu, memory, came, went }) {
  const node = nodes[index];
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
      nameElement(node.name),
      placed > 0 && h("b.plus", `+${integer(placed)}`),
      left > 0 && h("b.minus", `−${integer(left)}`),
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

/**
 * What is on the map, and nothing else.
 * @param {Node[]} nodes @param {Map<string, number>} came @param {Map<string, number>} went
 * @param {boolean} tried @param {boolean} isMany
 */
const key = (nodes, came, went, tried, isMany) =>
  h(
    "ul.stack-key",
    isMany && rampKey(t("requested")),
    h("li", t("cpu above memory, on the same scale")),
    [...came.values()].some(Boolean) &&
      h("li", h("b.plus", "+1"), " ", tried ? t("added by the change") : t("placed here")),
    went.size > 0 && h("li", h("b.minus", "−1"), " ", t("removed by the change")),
    nodes.some(isTainted) && h("li", h("i.st.tainted"), isMany ? closedWord() : t("tainted")),
    !isMany &&
      nodes.some(({ unschedulable }) => unschedulable) &&
      h("li", icon("unres", "g g-unres"), " ", t("cordoned")),
  );
