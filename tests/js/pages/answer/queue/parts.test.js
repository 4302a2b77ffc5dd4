import assert from "node:assert/strict";
import { test } from "node:test";

import { domainsOf, selectorOf } from "../../../../../static/js/pages/answer/queue/domains.js";
import { cutMessage, partsOf, scaleOf } from "../../../../../static/js/pages/answer/queue/parts.js";

/** @import { CohortBars, QueueBar, TopologyPlace } from "../../../../../static/js/types/engine.js" */

const NONE = { amount: 0, text: "0" };
/** @param {number} cores */
const cpu = (cores) => ({ amount: cores * 1000, text: String(cores) });

/** @param {number} nominal @param {number} used @param {Partial<QueueBar>} [more] */
const bar = (nominal, used, more) =>
  /** @type {QueueBar} */ ({
    cluster_queue: "q",
    nominal: cpu(nominal),
    used: cpu(used),
    within: cpu(Math.min(nominal, used)),
    borrowed: cpu(Math.max(0, used - nominal)),
    unused: cpu(Math.max(0, nominal - used)),
    lent: NONE,
    free: null,
    missing: null,
    ...more,
  });

/** @param {QueueBar} one */
const said = (one) => partsOf(one).map(({ kind, amount, text }) => `${kind} ${amount / 1000} ${text}`.trim());

test("the parts of a bar add up, and what is missing takes the place of what is lent", () => {
  const own = bar(60, 28, { lent: cpu(12), free: cpu(20), missing: cpu(12) });
  assert.deepEqual(said(own), ["used 28 28", "mine 20 20", "missing 12 12"]);
  assert.deepEqual(said(bar(40, 52)), ["used 40 40", "borrowed 12 12"]);
  assert.deepEqual(said(bar(60, 28, { lent: cpu(12) })), ["used 28 28", "unused 20 20", "lent 12 12"]);
  const small = bar(60, 28, { lent: cpu(12), free: cpu(4), missing: null });
  assert.deepEqual(said(small), ["used 28 28", "mine 4 4", "unused 16 16", "lent 12 12"]);
});

test("the scale has room for the longest bar and the farthest line", () => {
  const scale = (/** @type {QueueBar[]} */ ...queues) =>
    scaleOf(/** @type {CohortBars} */ ({ queues })) / 1000;
  assert.equal(scale(bar(60, 28), bar(40, 52)), 60);
  assert.equal(scale(bar(24, 0, { free: cpu(24), missing: cpu(8) })), 32);
});

test("the part of the message that decides is cut out, where it is in it", () => {
  assert.deepEqual(cutMessage("a, b needed, c", ["b needed"]), [
    { text: "a, ", decides: false },
    { text: "b needed", decides: true },
    { text: ", c", decides: false },
  ]);
  assert.deepEqual(cutMessage("a", ["b"]), [{ text: "a", decides: false }]);
});

test("domains are nested, and those above a chosen host are chosen too", () => {
  /** @param {string} name @param {[string[], number][]} domains */
  const level = (name, domains) => ({
    level: name,
    domains: domains.map(([values, pods]) => ({ values, pods })),
  });
  const place = /** @type {TopologyPlace} */ (
    /** @type {unknown} */ ({
      chosen: [["h2"]],
      counts: [1],
      search: {
        levels: [
          level("x/rack", [
            [["r1"], 1],
            [["r2"], 2],
          ]),
          level("kubernetes.io/hostname", [
            [["r1", "h1"], 0],
            [["r1", "h2"], 1],
            [["r2", "h3"], 2],
          ]),
        ],
      },
    })
  );
  const [r1, r2] = domainsOf(place);
  assert.deepEqual([r1.chosen, r1.given, r2.chosen], [true, 0, false]);
  assert.deepEqual(
    r1.within.map(({ name, pods, given }) => [name, pods, given]),
    [
      ["h1", 0, 0],
      ["h2", 1, 1],
    ],
  );
  assert.deepEqual(domainsOf(/** @type {TopologyPlace} */ ({ ...place, search: null })), []);
});

test("a host is added to the pods by its name alone, a rack with all levels above it", () => {
  assert.deepEqual(selectorOf(["x/block", "x/rack", "host"], ["h1"]), [["host", "h1"]]);
  assert.deepEqual(selectorOf(["x/block", "x/rack"], ["b1", "r1"]), [
    ["x/block", "b1"],
    ["x/rack", "r1"],
  ]);
});
