import assert from "node:assert/strict";
import { test } from "node:test";

import { cellAt, measuresOf, placesAt, scaleOf } from "../../../../static/js/model/sweeps/cells.js";
import {
  outcomeOf,
  pairLosses,
  singleLosses,
  worst,
  worstOutcome,
} from "../../../../static/js/model/sweeps/losses.js";
import { movesOf } from "../../../../static/js/model/sweeps/moves.js";

/** @import { SweepAxis, SweepCell, SweepResult } from "../../../../static/js/types/engine.js" */

/** @param {number} length @returns {SweepAxis} */
const axis = (length) => ({ name: "x", label: "", length, values: [] });

/** @param {Partial<SweepCell>} [more] @returns {SweepCell} */
const cell = (more) => ({
  ...{ point: 0, runs: 1, placed: 5, pending: 0, evicted: 0, nodes_used: 3, tied: 0 },
  ...more,
});

/** @param {Partial<SweepResult>} more */
const result = (more) =>
  /** @type {SweepResult} */ (/** @type {unknown} */ ({ pods: [], cells: [], ...more }));

test("a cell's number and its places on the axes are the same thing", () => {
  const axes = [axis(2), axis(3), axis(4)];
  assert.equal(cellAt(axes, [1, 2, 3]), 23);
  assert.deepEqual(placesAt(axes, 23), [1, 2, 3]);
  for (let i = 0; i < 24; i += 1) assert.equal(cellAt(axes, placesAt(axes, i)), i);
  assert.deepEqual(placesAt([], 0), []);
});

test("cells are compared by what tells them apart, and by pending pods", () => {
  const cells = [cell({ nodes_used: 2, skew: 1 }), null, cell({ nodes_used: 4, skew: 1 })];
  assert.deepEqual(measuresOf(cells), ["pending", "nodes_used"]);
  const scale = scaleOf(cells, "nodes_used");
  assert.deepEqual([2, 3, 4].map(scale), [0, 0.5, 1]);
  assert.equal(scaleOf(cells, "pending")(0), 0);
});

test("losses are told apart by their key and by how many values are lost", () => {
  const losses = [
    { topology_key: "host", values: ["a1"], nodes: 1 },
    { topology_key: "zone", values: ["a"], nodes: 4 },
    { topology_key: "host", values: ["a1", "a2"], nodes: 2 },
  ];
  const keys = singleLosses(result({ losses }));
  assert.deepEqual([...keys.keys()], ["host", "zone"]);
  assert.deepEqual(
    keys.get("zone")?.map((loss) => loss.cell),
    [1],
  );
  assert.deepEqual(
    pairLosses(result({ losses })).map((loss) => loss.cell),
    [2],
  );
});

test("what becomes of lost pods is counted by workload, and the worst loss is found", () => {
  const bad = cell({ pending: 3, workloads: [{ workload: 1, placed: 2, pending: 3 }] });
  assert.deepEqual(outcomeOf(bad, 1), { placed: 2, pending: 3 });
  assert.deepEqual(outcomeOf(bad, 0), { placed: 0, pending: 0 });
  assert.deepEqual(worstOutcome([{ placed: 9, pending: 0 }, outcomeOf(bad, 1)]), { placed: 2, pending: 3 });
  assert.equal(worst([null, cell({ pending: 1 }), bad]), 2);
  assert.equal(worst([cell(), null]), null);
});

test("pods that move come first; what is not computed moves nothing", () => {
  /** @param {number[]} places */
  const pods = (...places) => places.map((place) => [{ place, runs: 1 }]);
  const rows = movesOf(
    result({ pods: ["d/a", "d/b"], cells: [cell({ pods: pods(0, 1) }), null, cell({ pods: pods(0, 2) })] }),
  );
  assert.deepEqual(
    rows.map(({ pod, moves }) => [pod, moves]),
    [
      ["d/b", true],
      ["d/a", false],
    ],
  );
  assert.equal(rows[0].places[1], null);
});
