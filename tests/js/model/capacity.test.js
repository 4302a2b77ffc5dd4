import assert from "node:assert/strict";
import { test } from "node:test";

import { capacityOf } from "../../../static/js/model/capacity.js";
import { quantityOf } from "../../../static/js/model/quantity.js";
import { Cluster } from "../../../static/js/model/cluster.js";
import { clusterAt } from "../../../static/js/model/fold.js";
import { emptyLog } from "../../../static/js/model/log.js";

/** @type {any} */
const ANSWER = {
  nodes: {
    names: ["small", "large", "none"],
    labels: {},
    taints: { values: [[]], codes: [0, 0, 0] },
    allocatable: {
      values: [{ cpu: "2", memory: "4Gi", pods: "110" }, { cpu: "8", memory: "16Gi", pods: "110" }, {}],
      codes: [0, 1, 2],
    },
    unschedulable: [],
  },
  pods: { names: ["a", "b", "c"], nodes: [0, 0, -1], classes: [0, 1, 1], nominated: {} },
  classes: [
    { namespace: "x", labels: {}, requests: { cpu: 500 }, priority: 0, volumes: 0 },
    { namespace: "x", labels: {}, requests: { cpu: 1000, memory: 2 ** 30 }, priority: 0, volumes: 2 },
  ],
  topology_keys: [],
};

test("quantities of Kubernetes are numbers", () => {
  const read = ["3920m", "4", "13Gi", "64000Ki", "5e3", "1.5", "2M", undefined].map(quantityOf);
  assert.deepEqual(read, [3.92, 4, 13 * 2 ** 30, 64000 * 2 ** 10, 5000, 1.5, 2e6, 0]);
});

test("requests are summed by node, and again when its pods change", () => {
  const cluster = new Cluster(ANSWER);
  const capacity = capacityOf(cluster);
  const cycles = /** @type {any[]} */ ([{ pod: "x/c", finished: { node: "large", victims: ["x/b"] } }]);
  const log = { ...emptyLog(), cycles };
  const [before, after] = [clusterAt(cluster, log, 0), clusterAt(cluster, log, 1)];
  assert.deepEqual([capacity.used("cpu", 0, before), capacity.used("cpu", 1, before)], [1500, 0]);
  assert.deepEqual([capacity.used("cpu", 0, after), capacity.used("cpu", 1, after)], [500, 1000]);
  assert.equal(capacity.used("cpu", 0, before), 1500);
  assert.deepEqual([capacity.hasVolumes(0, before), capacity.hasVolumes(0, after)], [true, false]);
});

test("shares are of the node, gauges of the largest one", () => {
  const cluster = new Cluster(ANSWER);
  const fold = clusterAt(cluster, emptyLog(), 0);
  const capacity = capacityOf(cluster);
  assert.equal(capacity.share("memory", 0, fold), 0.25);
  assert.equal(capacity.share("pods", 1, fold), 0);
  assert.equal(capacity.share("cpu", 2, fold), NaN);
  assert.deepEqual([capacity.fullest(0, fold), capacity.fullest(1, fold)], [0.75, 0]);
  assert.equal(capacity.fullest(2, fold), NaN);
  assert.deepEqual(capacity.largest, { cpu: 8000, memory: 16 * 2 ** 30, pods: 110 });
});
