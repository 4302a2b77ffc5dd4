// The rows and columns of the score table.

import assert from "node:assert/strict";
import { test } from "node:test";

import { differingPlugins, pairsOf, scoreRows, slopeOf } from "../../../static/js/model/scoreRows.js";
import { scoresOf } from "../../../static/js/model/scores.js";
import { scoresWith } from "../../../static/js/model/whatif.js";
import { viewOf } from "./view.js";

const NOTHING = { opened: new Set(), alone: new Set() };

/** @param {Record<string, number[]>} scores @param {Record<string, number[]>} [raw] */
const scored = (scores, raw) =>
  scoresOf(viewOf({ stops: Object.values(scores)[0].map(() => null), scores, raw, selected: 1 }));

test("equal nodes are one row, the winner stands alone, two are no group", () => {
  const scores = scored({ Fit: [9, 50, 50, 50, 50, 9], Spread: [0, 1, 1, 1, 1, 0] });
  const rows = scoreRows(scores, NOTHING);
  assert.deepEqual(
    rows.map(({ node, nodes }) => nodes ?? node),
    [1, [2, 3, 4], 0, 5],
  );
});

test("an opened group is followed by its nodes, a selected node is not in it", () => {
  const scores = scored({ Fit: [7, 50, 7, 7, 7, 7] });
  const [, group] = scoreRows(scores, NOTHING);
  assert.deepEqual(group.nodes, [0, 2, 3, 4, 5]);
  const opened = scoreRows(scores, { opened: new Set([group.key]), alone: new Set([3]) });
  assert.deepEqual(
    opened.map(({ node, nodes }) => nodes ?? node),
    [1, [0, 2, 4, 5], 0, 2, 4, 5, 3],
  );
});

test("rows follow the totals of a trial", () => {
  const scores = scored({ Fit: [9, 50, 20], Spread: [40, 10, 0] });
  const tried = scoresWith(scores, new Map([["Spread", 5]]));
  assert.deepEqual(
    scoreRows(tried, NOTHING).map(({ node }) => node),
    [0, 1, 2],
  );
});

test("plugins that give all nodes the same are told apart, by what they gave or by what became of it", () => {
  const scores = scored(
    { Fit: [9, 50], Taint: [100, 100], Image: [0, 0] },
    { Fit: [9, 50], Taint: [0, 1], Image: [0, 0] },
  );
  assert.deepEqual(differingPlugins(scores), ["Fit", "Taint"]);
});

test("a slope is kept, reversed, stretched, or none", () => {
  const scores = scored(
    { Fit: [9, 50, 20], Taint: [100, 0, 50], Affinity: [0, 100, 33], Image: [0, 0, 0], Flat: [7, 7, 7] },
    { Fit: [9, 50, 20], Taint: [0, 2, 1], Affinity: [-40, 80, 0], Image: [3, 3, 3], Flat: [1, 2, 3] },
  );
  const slopes = scores.plugins.map((plugin) => slopeOf(scores, plugin));
  assert.deepEqual(slopes, ["kept", "turned", "stretched", "equal", "equal"]);
  assert.deepEqual(pairsOf(scores, "Affinity"), [
    { raw: -40, normalized: 0 },
    { raw: 0, normalized: 33 },
    { raw: 80, normalized: 100 },
  ]);
});

test("of many raw scores both ends, some between and that of a node have a line", () => {
  const raw = Array.from({ length: 50 }, (_, i) => i);
  const scores = scored({ Fit: raw.map((score) => 2 * score) }, { Fit: raw });
  const lines = pairsOf(scores, "Fit", 23).map((pair) => pair.raw);
  assert.deepEqual([lines[0], lines[lines.length - 1]], [0, 49]);
  assert.ok(lines.includes(23));
  assert.ok(lines.length <= 8);
});
