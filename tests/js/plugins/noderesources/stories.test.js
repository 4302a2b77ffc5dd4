import assert from "node:assert/strict";
import { test } from "node:test";

import { Cluster } from "../../../../static/js/model/cluster.js";
import { clusterAt } from "../../../../static/js/model/fold.js";
import { emptyLog } from "../../../../static/js/model/log.js";
import { matrixOf } from "../../../../static/js/model/matrix.js";
import { Judged } from "../../../../static/js/model/story.js";
import { atFilter, atPreFilter } from "../../../../static/js/plugins/noderesources/stories.js";
import { viewOf } from "../../model/view.js";

/** @import { Viewed } from "../../../../static/js/plugins/descriptor.js" */

const FIT = "NodeResourcesFit";

/**
 * Nodes with so much cpu each, so much of it in use, and a pod that asks for `wanted`.
 * @param {string} size @param {number[]} used by node @param {number} wanted
 */
function clusterOf(size, used, wanted) {
  const kind = { namespace: "d", labels: {}, priority: 0, terminating: false, owner: null, volumes: 0 };
  const places = [...used.keys()];
  return new Cluster({
    nodes: {
      names: places.map((node) => `n${node}`),
      labels: {},
      taints: { values: [[]], codes: places.map(() => 0) },
      allocatable: { values: [{ cpu: size, pods: "10" }], codes: places.map(() => 0) },
      unschedulable: [],
    },
    pods: {
      names: [...places.map((node) => `p${node}`), "new"],
      nodes: [...places, -1],
      classes: [...places, used.length],
      nominated: {},
    },
    classes: [...used, wanted].map((cpu) => ({ ...kind, requests: { cpu } })),
    topology_keys: [],
  });
}

/**
 * The plugin's story when it rejects the first nodes.
 * @param {Cluster} cluster @param {string[]} codes of the rejected nodes @param {string[]} [reasons]
 */
function storyOf(cluster, codes, reasons = ["Insufficient cpu"]) {
  const log = emptyLog();
  const data = viewOf({
    stops: cluster.nodes.map((_, node) => (node < codes.length ? FIT : null)),
    filters: [FIT],
    codes: { [FIT]: { ...codes } },
    reasons: { Unschedulable: reasons, UnschedulableAndUnresolvable: reasons },
  });
  const now = /** @type {Viewed} */ (
    /** @type {unknown} */ ({
      cycle: { index: 0, pod: "d/new" },
      log,
      cluster,
      data,
      rest: false,
      fold: clusterAt(cluster, log, 0),
    })
  );
  return { ...atFilter(now, new Judged(matrixOf(data), FIT)), asked: atPreFilter(now).heading };
}

const FULL = "Unschedulable";
const SMALL = "UnschedulableAndUnresolvable";

test("enough is free, but in pieces", () => {
  const { heading, text, asked } = storyOf(clusterOf("4", [2000, 2500], 3000), [FULL, FULL]);
  assert.equal(asked, "new requests 3 cpu");
  assert.equal(heading, "Enough is free, but not on one node");
  assert.deepEqual(text, ["None of them has 3 cpu left."]);
});

test("too little is free, in all", () => {
  const { heading } = storyOf(clusterOf("4", [3000, 3500], 3000), [FULL, FULL]);
  assert.equal(heading, "Not enough cpu is free for new");
});

test("no node is large enough", () => {
  const { heading } = storyOf(clusterOf("4", [0, 0], 5000), [SMALL, SMALL]);
  assert.equal(heading, "No node is large enough for new, even when empty");
});

test("some nodes are left", () => {
  const cluster = clusterOf("4", [2000, 2500, 0], 3000);
  assert.equal(storyOf(cluster, [FULL, FULL]).heading, "2 nodes do not have enough cpu");
  const both = storyOf(cluster, [FULL], ["Too many pods", "Insufficient cpu"]);
  assert.equal(both.heading, "1 node does not have enough room for pods or cpu");
  assert.deepEqual(both.text, [
    "Full nodes already run their maximum number of pods.",
    "None of them has 3 cpu left.",
  ]);
  assert.equal(storyOf(cluster, []).heading, "new fits into what is left on every node");
});
