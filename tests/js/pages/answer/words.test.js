import assert from "node:assert/strict";
import { test } from "node:test";

import {
  amount,
  amountOf,
  figure,
  headingOf,
  lastPart,
  shortOf,
  subjectOf,
} from "../../../../static/js/pages/answer/words.js";

/** @import { Reason } from "../../../../static/js/types/engine.js" */

/** @param {Reason["kind"]} kind @param {string} [operand] @param {string} [message] @returns {Reason} */
const reason = (kind, operand = "", message = "") => ({ plugin: "", kind, operand, message });

/**
 * @param {import("../../../../static/js/types/engine.js").CauseClause[]} clauses
 * @param {{name: string, kind?: string}[]} workloads @param {number} [pods] @returns {any}
 */
const cause = (clauses, workloads, pods = workloads.length) => ({
  clauses,
  workloads: workloads.map(({ name, kind = "Deployment" }) => ({ name, kind })),
  workload_count: workloads.length,
  pod_count: pods,
});
const short = { kind: "resource", operands: { resources: ["cpu", "pods"] } };

test("a cause is a sentence about its workload, which it begins with", () => {
  assert.equal(
    headingOf(cause([short], [{ name: "train" }], 4)),
    "train needs more cpu and pod slots than any eligible node has free",
  );
  const tainted = {
    kind: "tainted_resource",
    operands: { taint: "gpu:NoSchedule", resource: "nvidia.com/gpu" },
  };
  assert.equal(
    headingOf(cause([tainted], [{ name: "llm-server" }])),
    "llm-server does not tolerate the taint gpu:NoSchedule of the nodes with nvidia.com/gpu",
  );
});

test("two workloads are both named, of more the first", () => {
  const [bidder, data, web] = ["bidder", "elastic-data", "web"].map((name) => ({ name }));
  assert.equal(
    headingOf(cause([short], [bidder, data], 8)),
    "bidder and elastic-data need more cpu and pod slots than any eligible node has free",
  );
  assert.equal(subjectOf(cause([short], [bidder, data, web], 12)), "bidder and 2 more workloads");
  assert.equal(subjectOf(cause([short], [{ name: "p-0", kind: "Pod" }], 3)), "p-0 and 2 like it");
});

test("several reasons are several clauses, and an answer without any says so much", () => {
  const pool = { kind: "selector", operands: { clauses: "pool=a" } };
  assert.equal(
    headingOf(cause([short, pool], [{ name: "web" }])),
    "web needs more cpu and pod slots than any eligible node has free, and may only go to nodes with pool=a",
  );
  const { clauses: _, ...former } = cause([], [{ name: "web" }]);
  assert.equal(headingOf(former), "web fits on no node");
});

test("in a key there is room for a few words", () => {
  assert.equal(
    shortOf([reason("spread", "topology.kubernetes.io/zone"), reason("resource", "memory")]),
    "not enough memory, zone would exceed maxSkew",
  );
  assert.equal(shortOf([reason("port", "80")]), "host port 80 is taken");
  assert.equal(lastPart("zone"), "zone");
});

test("cpu is in cores, however little", () => {
  assert.equal(amountOf(1000, "cpu", "milli"), "1 core");
  assert.equal(amountOf(1500, "cpu", "milli"), "1.5 cores");
  assert.equal(amountOf(999, "cpu", "milli"), "0.999 cores");
  assert.equal(amountOf(1024 ** 3, "memory", "bytes"), "1 GiB of memory");
  assert.deepEqual(
    [999, 1000, 2000].map((milli) => amount(milli, "milli")),
    ["0.999 cores", "1 core", "2 cores"],
  );
  assert.equal(figure(630, "milli"), "0.63");
  assert.equal(figure(1, "milli"), "0.001"); // a shortage of it is no "−0"
});
