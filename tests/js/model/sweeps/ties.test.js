import assert from "node:assert/strict";
import { test } from "node:test";

import { movedByTies } from "../../../../static/js/model/sweeps/ties.js";

/** @param {string} name @param {number} ties @param {number} places */
const pod = (name, ties, places) => ({
  ...{ name, ties, workload: 0 },
  places: Array.from({ length: places }, (_, place) => ({ place, runs: 1 })),
});

test("of the pods that ties move, some decide and the others follow", () => {
  const pods = [pod("a", 1, 2), pod("b", 5, 2), pod("follows", 0, 3), pod("stays", 0, 1)];
  const { moved, deciding, following } = movedByTies({ pods });
  assert.deepEqual([moved, deciding.map(({ name }) => name), following], [3, ["b", "a"], 1]);
});

test("a tie without consequence moves nothing", () => {
  assert.deepEqual(movedByTies({ pods: [pod("a", 4, 1)] }), { moved: 0, deciding: [], following: 0 });
});
