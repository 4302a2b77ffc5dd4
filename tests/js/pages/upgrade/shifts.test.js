import assert from "node:assert/strict";
import { test } from "node:test";

import {
  allShifts,
  grouped,
  kindsAt,
  shiftOf,
  shiftsAt,
  shortName,
  stepTo,
} from "../../../../static/js/pages/upgrade/shifts.js";

/** @import { Stay, UpgradeStep } from "../../../../static/js/types/engine.js" */

/**
 * A pod that is on these nodes, version by version; it follows others unless it `decides`.
 * @param {string} pod @param {string} group @param {string[]} nodes @param {boolean} [decides]
 */
function row(pod, group, nodes, decides = false) {
  /** @type {Stay[]} */
  const stays = [];
  nodes.forEach((node, i) => {
    const last = stays.at(-1);
    if (last?.node === node) last.last = i;
    else
      stays.push({
        first: i,
        last: i,
        state: /** @type {const} */ ("placed"),
        node,
        shift: i
          ? {
              kind: /** @type {const} */ ("moved"),
              origin: decides ? /** @type {const} */ ("decides") : /** @type {const} */ ("follows"),
              attempt: null,
              causes: [],
              together: false,
            }
          : null,
      });
  });
  return { pod, group, stays };
}

/**
 * @param {number} before @param {number} after @param {Partial<UpgradeStep>} [counts]
 * @returns {UpgradeStep}
 */
const step = (before, after, counts = {}) => ({
  before,
  after,
  ...{ moved: 0, pending: 0, placed: 0, evicted: 0, spared: 0, decides: 0, follows: 0, net: 0 },
  ...{ causes: [], switched_off: true, others: 0, ...counts },
});

const table = {
  nodes: 3,
  running: 0,
  waiting: 3,
  versions: [],
  changes: [],
  pods: [
    row("a/web-0", "a/web", ["n1", "n1", "n2"]),
    row("a/web-1", "a/web", ["n1", "n2", "n3"], true),
    row("a/db", "a/db", ["n1", "n1", "n1"]),
  ],
  steps: [step(0, 1, { moved: 1 }), step(1, 2, { moved: 1, pending: 1 })],
};

test("a shift has the stay before it", () => {
  const shift = shiftOf(table.pods[1], 2);
  assert.deepEqual([shift?.before.node, shift?.stay.node], ["n2", "n3"]);
  assert.equal(shiftOf(table.pods[1], 0), null); // where it starts is no shift
  assert.equal(shiftOf(table.pods[0], 1), null);
});

test("pods that decide come before those that follow", () => {
  assert.deepEqual(
    shiftsAt(table, 2).map(({ pod }) => pod.pod),
    ["a/web-1", "a/web-0"],
  );
  assert.equal(allShifts(table).length, 3);
});

test("a group knows which of its pods move", () => {
  assert.deepEqual(
    grouped(table.pods).map(({ name, members, moving }) => [name, members.length, moving.length]),
    [
      ["a/web", 2, 2],
      ["a/db", 1, 0],
    ],
  );
});

test("only the kinds that occur are counted", () => {
  assert.deepEqual(kindsAt(table.steps[1]), [
    { kind: "moved", count: 1 },
    { kind: "pending", count: 1 },
  ]);
  assert.equal(stepTo(table, 2), table.steps[1]);
  assert.equal(stepTo(table, 0), null);
});

test("a name is short without its namespace", () => {
  assert.equal(shortName("default/web-0"), "web-0");
});
