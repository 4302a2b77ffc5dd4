// Other weights, held against trying every one of them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { scoresOf } from "../../../static/js/model/scores.js";
import { flips, influence, interval, scoresWith, upsets } from "../../../static/js/model/whatif.js";
import { viewOf } from "./view.js";

const PLUGINS = ["Fit", "Spread", "Affinity"];

/** Scores of some nodes, always the same for a seed. @param {number} seed */
function scores(seed) {
  let state = seed * 2654435761;
  const next = (/** @type {number} */ most) => (state = (state * 1103515245 + 12345) % 2 ** 31) % (most + 1);
  const nodes = 2 + (seed % 4);
  const points = () => Array.from({ length: nodes }, () => (seed % 3 ? next(100) : 50 * next(2)));
  return scoresOf(
    viewOf({
      stops: Array.from({ length: nodes }, () => null),
      scores: Object.fromEntries(PLUGINS.map((plugin) => [plugin, points()])),
      weights: Object.fromEntries(PLUGINS.map((plugin) => [plugin, 1 + next(4)])),
    }),
  );
}
const SEEDS = Array.from({ length: 60 }, (_, i) => i + 1);

test("totals are the sums of what the weights make of the scores", () => {
  for (const scored of SEEDS.map(scores)) {
    const then = scoresWith(scored, new Map([["Fit", 7]]));
    for (const node of scored.nodes) {
      const sum =
        7 * scored.normalized("Fit", node) +
        scored.weighted("Spread", node) +
        scored.weighted("Affinity", node);
      assert.equal(then.total(node), sum);
    }
    assert.deepEqual(
      then.nodes.map(then.total),
      [...then.nodes].map(then.total).sort((a, b) => b - a),
    );
    assert.ok(then.best.includes(then.winner));
  }
});

test("without other weights nothing is another", () => {
  const scored = scores(1);
  assert.equal(scoresWith(scored, new Map()), scored);
});

test("within its interval of weights the winner leads, beyond it another does", () => {
  for (const scored of SEEDS.map(scores))
    for (const plugin of PLUGINS) {
      const { low, high, below, above } = interval(scored, plugin);
      for (let weight = 0; weight <= 100; weight += 1) {
        const then = scoresWith(scored, new Map([[plugin, weight]]));
        assert.equal(
          then.best.includes(scored.winner),
          weight >= low && weight <= high,
          `${plugin} ×${weight}`,
        );
      }
      const lead = (/** @type {number} */ node, /** @type {number} */ weight) => {
        const then = scoresWith(scored, new Map([[plugin, weight]]));
        return then.total(node) - then.total(scored.winner);
      };
      if (low > 0) assert.ok(lead(below, low - 1) > 0);
      if (high < Infinity) assert.ok(lead(above, high + 1) > 0);
    }
});

test("a flip is the smallest change of a weight that puts a node before the winner", () => {
  for (const scored of SEEDS.map(scores))
    for (const node of scored.nodes.filter((other) => other !== scored.winner)) {
      const listed = flips(scored, node);
      for (const { plugin, weight, from } of listed) {
        const ahead = (/** @type {number} */ tried) => {
          const then = scoresWith(scored, new Map([[plugin, tried]]));
          return then.total(node) > then.total(scored.winner);
        };
        assert.ok(ahead(weight));
        assert.ok(!ahead(weight - Math.sign(weight - from)));
      }
      const steps = listed.map(({ weight, from }) => Math.abs(weight - from));
      assert.deepEqual(
        steps,
        [...steps].sort((a, b) => a - b),
      );
    }
});

test("of those that tie the one stays that was selected", () => {
  const scored = scoresOf(
    viewOf({ stops: [null, null], scores: { Fit: [50, 50], Spread: [0, 0] }, selected: 1 }),
  );
  assert.equal(scored.winner, 1);
  assert.equal(scoresWith(scored, new Map([["Fit", 3]])).winner, 1);
  const tied = scoresWith(scored, new Map([["Spread", 3]]));
  assert.equal(tied.winner, 1);
  assert.equal(tied.runnerUp, 0);
});

test("what separates the winner is what it has more than the average", () => {
  const scored = scoresOf(
    viewOf({
      stops: [null, null],
      scores: { Spread: [0, 10], Fit: [90, 30], Affinity: [0, 5] },
      weights: { Fit: 2 },
    }),
  );
  assert.equal(scored.winner, 0);
  assert.equal(influence(scored, "Fit"), 60);
  assert.equal(influence(scored, "Spread"), -5);
  assert.deepEqual(scored.difference(0, 1), [
    { plugin: "Fit", points: 120 },
    { plugin: "Spread", points: -10 },
    { plugin: "Affinity", points: -5 },
  ]);
});

test("an upset is the smallest change of a weight after which another node leads", () => {
  let count = 0;
  for (const scored of SEEDS.map(scores))
    for (const { plugin, weight, from, leader, totals } of upsets(scored)) {
      const then = (/** @type {number} */ tried) => scoresWith(scored, new Map([[plugin, tried]]));
      assert.notEqual(leader, scored.winner);
      assert.ok(then(weight).best.includes(leader));
      assert.deepEqual(totals, [then(weight).total(leader), then(weight).total(scored.winner)]);
      assert.ok(totals[0] > totals[1]);
      const nearer = then(weight - Math.sign(weight - from));
      assert.ok(nearer.best.includes(scored.winner));
      count += 1;
    }
  assert.ok(count > 20);
});

test("a trial leaves the profile's totals to compare with", () => {
  const scored = scoresOf(viewOf({ stops: [null, null], scores: { Fit: [60, 50], Spread: [0, 20] } }));
  const tried = scoresWith(scored, new Map([["Fit", 3]]));
  assert.deepEqual(tried.nodes.map(tried.total), [180, 170]);
  assert.deepEqual(tried.nodes.map(tried.profileTotal), [60, 70]);
  assert.deepEqual([tried.winner, tried.profileWinner], [0, 1]);
  assert.deepEqual(tried.difference(0, 1), [
    { plugin: "Fit", points: 30 },
    { plugin: "Spread", points: -20 },
  ]);
});
