import assert from "node:assert/strict";
import { test } from "node:test";

import { Cluster } from "../../../static/js/model/cluster.js";
import { clusterAt } from "../../../static/js/model/fold.js";
import { emptyLog, extend } from "../../../static/js/model/log.js";
import { quantityIn, roomOf } from "../../../static/js/model/room.js";
import { shared } from "../shared.js";

test("quantities are read in the unit of requests", () => {
  assert.equal(quantityIn("cpu", "3920m"), 3920);
  assert.equal(quantityIn("cpu", "4"), 4000);
  assert.equal(quantityIn("cpu", "0.5"), 500);
  assert.equal(quantityIn("memory", "8Gi"), 8 * 1024 ** 3);
  assert.equal(quantityIn("memory", "1500k"), 1_500_000);
  assert.equal(quantityIn("memory", "2e3"), 2000);
  assert.equal(quantityIn("pods", "110"), 110);
  assert.equal(quantityIn("memory", "123456789m"), 123457);
  assert.equal(quantityIn("nvidia.com/gpu", undefined), 0);
});

test("room is what the pods on a node leave, when the cycle starts", () => {
  const log = extend(emptyLog(), shared("run").events);
  const cluster = new Cluster(shared("run").cluster);
  const before = roomOf(cluster, clusterAt(cluster, log, 0), "cpu")(0);
  const after = roomOf(cluster, clusterAt(cluster, log, 1), "cpu")(0); // the victim is gone
  assert.equal(before.allocatable - before.used, before.free);
  assert.ok(after.free > before.free);
  assert.equal(
    roomOf(cluster, clusterAt(cluster, log, 0), "pods")(0).used,
    cluster.podNodes.filter((node) => node === 0).length,
  );
});
