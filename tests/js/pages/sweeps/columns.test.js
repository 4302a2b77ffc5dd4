import assert from "node:assert/strict";
import { test } from "node:test";

import { drawn, textOf } from "../../document.js";
import { groupTitle } from "../../../../static/js/pages/sweeps/columns.js";

/** @import { Group } from "../../../../static/js/model/sweeps/columns.js" */

/** @param {string[]} zones */
const title = async (...zones) => {
  const nodes = zones.map((zone, i) => ({ name: `n${i}`, zone }));
  const group = /** @type {Group} */ ({ zone: zones[0], columns: [] });
  return textOf(await drawn(groupTitle(group, nodes)));
};

test("nodes are headed by what tells their zone apart", async () => {
  assert.equal(await title("westeurope-1", "westeurope-2"), "zone 1");
  assert.equal(await title("zone-a", "zone-b"), "zone a");
  assert.equal(await title("westeurope-1", "westeurope-1"), "zone westeurope-1");
  assert.equal(await title("", "westeurope-1"), "");
});
