import assert from "node:assert/strict";
import { test } from "node:test";

import { storyOf } from "../../../../../static/js/pages/workbench/stories/story.js";
import { cycles } from "../../../model/cycles.js";
import { recorded, sources } from "./now.js";

/** @import { CycleView } from "../../../../../static/js/model/cycleview.js" */
/** @import { PointId } from "../../../../../static/js/model/points.js" */
/** @import { Story } from "../../../../../static/js/model/story.js" */

const views = new Map(cycles().map(({ name, view }) => [name, view]));

/** @param {CycleView} view @param {PointId} point @param {string | null} plugin */
const tell = (view, point, plugin) => /** @type {Story} */ (storyOf(recorded(view, point, plugin), sources));

/** @type {[cycle: string, point: PointId, plugin: string | null, heading: string][]} */
const HEADINGS = [
  ["tsc-hostname-shared, cycle 0", "PreFilter", null, "Prepared for the filters: Fit, Spread"],
  ["tsc-hostname-shared, cycle 0", "PreFilter", "PodTopologySpread", "h has 2, n2 has 1"],
  ["tsc-hostname-shared, cycle 0", "PreFilter", "NodePorts", "NodePorts has nothing to do"],
  ["tsc-empty-selector, cycle 1", "PreFilter", "PodTopologySpread", "Each of the 2 domains of zone has 0"],
  ["nodeaffinity-matchfields, cycle 3", "PreFilter", "NodeAffinity", "p4 requires node labels"],
  [
    "namespaceselector-notin-existing, cycle 1",
    "PreFilter",
    "InterPodAffinity",
    "In 1 domain, running pods matter for q",
  ],
  [
    "prefilter-failure-message, cycle 2",
    "PreFilter",
    null,
    "NodeAffinity rejects r before any node is checked",
  ],
  ["no-nodes, cycle 0", "Filter", null, "The cluster has no node"],
  ["prefilter-failure-message, cycle 2", "Filter", null, "No node was evaluated"],
  ["gates, cycle 1", "Filter", null, "The one node passes every filter"],
  ["tsc-hostname-shared, cycle 0", "Filter", null, "2 of 3 nodes are ruled out"],
  ["priority-admission, cycle 1", "Filter", null, "The only node is ruled out"],
  ["priority-admission, cycle 1", "Score", null, "Score was not reached"],
  ["priority-admission, cycle 1", "Total", null, "Total was not reached"],
  ["preemption-on-the-other-node, cycle 0", "Filter", null, "All 2 nodes are ruled out"],
  ["tsc-hostname-shared, cycle 0", "Filter", "VolumeZone", "VolumeZone has nothing to check"],
  [
    "tsc-hostname-shared, cycle 0",
    "Filter",
    "PodTopologySpread",
    "2 nodes are ruled out because h would be 2 above the emptiest",
  ],
  ["tsc-empty-selector, cycle 1", "Filter", "PodTopologySpread", "No domain would exceed maxSkew"],
  ["sampling-013, cycle 1", "Filter", "NodeUnschedulable", "2 nodes are cordoned"],
  ["sampling-013, cycle 1", "Filter", "NodeName", "No node is ruled out by name"],
  [
    "sampling-013, cycle 1",
    "Filter",
    "TaintToleration",
    "14 nodes have a taint that new-1 does not tolerate",
  ],
  ["sampling-013, cycle 1", "Filter", "NodeResourcesFit", "3 nodes do not have enough cpu"],
  ["podtopologyspread-072, cycle 0", "Filter", "NodeAffinity", "3 nodes lack the labels that new-4 requires"],
  [
    "podtopologyspread-072, cycle 0",
    "Filter",
    "PodTopologySpread",
    "No node is left for PodTopologySpread to check",
  ],
  ["sampling-013, cycle 1", "Filter", "InterPodAffinity", "4 nodes are near a pod that new-1 avoids"],
  [
    "namespaceselector-notin-existing, cycle 1",
    "Filter",
    "InterPodAffinity",
    "1 node is near a pod that avoids q",
  ],
  [
    "preemption-on-the-other-node, cycle 0",
    "PostFilter",
    null,
    "web-0 is evicted so that vip-0 can run on node-a2",
  ],
  ["priority-admission, cycle 1", "PostFilter", null, "Preempting pods would not make room for q"],
  ["ipa-preferred-scores, cycle 0", "PreScore", null, "Prepared for the scores: Taint, Fit, Affinity"],
  ["ipa-preferred-scores, cycle 0", "PreScore", "InterPodAffinity", "Domains give −7 to +20"],
  [
    "tsc-hostname-shared, cycle 1",
    "PreScore",
    "PodTopologySpread",
    "Each matching pod in a hostname costs 1.61",
  ],
  ["ipa-preferred-scores, cycle 0", "Score", null, "4 scores on different scales (not yet normalized)"],
  ["ipa-preferred-scores, cycle 0", "Score", "InterPodAffinity", "n0 has the highest, 26"],
  ["tsc-hostname-shared, cycle 1", "Score", "PodTopologySpread", "n1 has the lowest, 0"],
  ["sampling-013, cycle 1", "Score", "NodeResourcesFit", "36 nodes have the highest, 85"],
  ["sampling-013, cycle 1", "Score", "ImageLocality", "All 100 nodes get 0: no difference"],
  [
    "ipa-preferred-scores, cycle 0",
    "NormalizeScore",
    null,
    "For Taint less is better, so the scale is reversed, Affinity is stretched",
  ],
  ["profiles, cycle 2", "NormalizeScore", null, "Every score stays as it is"],
  ["ipa-preferred-scores, cycle 0", "NormalizeScore", "InterPodAffinity", "−7 becomes 0, and 26 becomes 100"],
  ["tsc-hostname-shared, cycle 1", "NormalizeScore", "PodTopologySpread", "0 becomes 100, and 3 becomes 0"],
  ["sampling-013, cycle 1", "NormalizeScore", "NodeResourcesFit", "Fit needs no change"],
  ["tsc-hostname-shared, cycle 1", "Total", null, "n1 wins by 205, thanks to Spread"],
  ["profiles, cycle 2", "Total", null, "2 nodes share the highest total, 261"],
];

test("each step answers its own question, and none needs to know how the cycle ends", () => {
  for (const [cycle, point, plugin, heading] of HEADINGS) {
    const view = views.get(cycle);
    assert.ok(view, cycle);
    assert.equal(tell(view, point, plugin).heading, heading, `${cycle}, ${point}, ${plugin}`);
  }
});

/** @param {CycleView} view @returns {[PointId, string[]][]} the points that took place, with their plugins */
const stepsOf = ({ trace, plugins, scorers, scored }) => [
  ["PreFilter", Object.keys(trace.preFilter ?? {})],
  ["Filter", plugins.Filter ?? []],
  ["PreScore", Object.keys(trace.preScore ?? {})],
  ["Score", scored ? scorers : []],
  ["NormalizeScore", scored ? scorers : []],
];

test("every plugin has a story at every point, in whole words", () => {
  for (const view of views.values())
    for (const [point, plugins] of stepsOf(view))
      for (const plugin of plugins.length ? [null, ...plugins] : []) {
        const { heading, text = [], lines = [] } = tell(view, point, plugin);
        const words = [heading, ...text, ...lines.flatMap(({ label, value }) => [label, value])];
        for (const word of words) assert.match(word, /^(?!.*(undefined|NaN|Infinity|\{\w*\})).+$/);
      }
});

test("the numbers add up: nodes before, those that fell out by reason, nodes left", () => {
  const view = /** @type {CycleView} */ (views.get("sampling-013, cycle 1"));
  const { lines = [], text } = tell(view, "Filter", "TaintToleration");
  const values = lines.map(({ value }) => Number(value));
  const [before, after] = [values[0], values[values.length - 1]];
  assert.equal(before - values.slice(1, -1).reduce((sum, value) => sum + value, 0), after);
  assert.equal(lines[0].label, "nodes remaining");
  assert.match(
    lines[1].label,
    /^had untolerated taint \{dedicated: teamB\}: node-116, node-11, node-77 and 1 more$/,
  );
  assert.deepEqual(text, ["Preemption cannot help there."]);
});

test("all filters together: a sentence of each plugin that rejects, and why nodes were not looked at", () => {
  const view = /** @type {CycleView} */ (views.get("sampling-013, cycle 1"));
  assert.deepEqual(tell(view, "Filter", null).text, [
    "2 nodes are cordoned.",
    "14 nodes have a taint that new-1 does not tolerate.",
    "3 nodes do not have enough cpu.",
    "7 nodes were not evaluated: enough had passed.",
  ]);
});

test("a plugin that is chosen by many equal nodes names how many, and so does the total", () => {
  const view = /** @type {CycleView} */ (views.get("sampling-013, cycle 1"));
  const { heading, text, lines } = tell(view, "Total", null);
  assert.equal(heading, "34 nodes share the highest total, 474");
  assert.equal(text, undefined); // the table says who they are
  assert.deepEqual(lines, [{ label: "next best, node-107", value: "473", why: "total:node-107" }]);
});
