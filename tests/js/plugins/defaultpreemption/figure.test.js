import assert from "node:assert/strict";
import { test } from "node:test";

import { Cluster } from "../../../../static/js/model/cluster.js";
import { clusterAt } from "../../../../static/js/model/fold.js";
import { emptyLog, extend } from "../../../../static/js/model/log.js";
import { missing, sharesOf } from "../../../../static/js/plugins/defaultpreemption/beforeafter.js";
import {
  boundText,
  comparedValue,
  eliminated,
  fellAt,
  RULES,
  shortValue,
} from "../../../../static/js/plugins/defaultpreemption/rules.js";
import { shared } from "../../shared.js";

/** @import { PreemptionCandidate, PreemptionRule } from "../../../../static/js/types/engine.js" */

test("before and after show the resource that is missing", () => {
  const log = extend(emptyLog(), shared("run").events);
  const cluster = new Cluster(shared("run").cluster);
  const fold = clusterAt(cluster, log, 0);
  const shares = sharesOf({ cluster, fold }, "default/urgent", "n1", ["default/low"]);
  assert.equal(shares?.resource, "cpu");
  assert.deepEqual(
    shares?.victims.map(({ pod }) => pod),
    ["default/low"],
  );
  assert.ok(shares && missing(shares) > 0);
  assert.ok(shares && shares.others + shares.wanted <= shares.allocatable, "without the victims it fits");
  assert.equal(sharesOf({ cluster, fold }, "default/other", "n2", []), null); // nothing is short
});

const NAMES = Object.keys(RULES);
const bounds = [0, 100, 100 + 2 ** 31, 1, "2026-01-05T03:20:00Z"];
const rules = /** @type {PreemptionRule[]} */ (
  /** @type {unknown} */ (NAMES.map((rule, i) => ({ rule, bound: bounds[i] })))
);
/** @param {string} node @param {(number | string)[]} values */
const candidate = (node, ...values) =>
  /** @type {PreemptionCandidate} */ (/** @type {unknown} */ ({ node, values }));
const candidates = [
  candidate("best", ...bounds),
  candidate("older", 0, 100, 100 + 2 ** 31, 1, "2026-01-05T01:02:00Z"),
  candidate("budget", 1, 100, 100 + 2 ** 31, 1, "2026-01-05T03:20:00Z"),
  candidate("two", 0, 100, 200 + 2 ** 32, 2, "2026-01-05T03:20:00Z"),
];

test("a candidate falls out by the first rule under which another is better", () => {
  assert.deepEqual(
    candidates.map((row) => fellAt(row, rules)),
    [-1, 4, 0, 2],
  );
  assert.deepEqual(
    eliminated(candidates, rules, 2).map(({ node }) => node),
    ["two"],
  );
});

test("the sum of priorities is read as people add it, and shown as it is compared", () => {
  assert.equal(shortValue(NAMES[2], 200 + 2 ** 32, 2), "200");
  assert.equal(comparedValue(NAMES[2], 200 + 2 ** 32, 2), "200 + 2·2³¹");
  assert.equal(boundText(NAMES[2], 1), "lower");
  assert.equal(shortValue(NAMES[4], "2026-01-05T01:02:00Z", 1), "2026-01-05 01:02:00");
});
