import assert from "node:assert/strict";
import { test } from "node:test";

import { all, drawn, textOf } from "../../document.js";
import { freeRoom } from "../../../../static/js/pages/whatif/freeRoom.js";

const GIB = 1024 ** 3;

test("one edge of what is free, the pod's wish beyond it, and what a new node needs", async () => {
  const pairs = [
    { amounts: [5500, 10 * GIB], nodes: 2 },
    { amounts: [1000, 20 * GIB], nodes: 1 },
  ];
  const room = { resources: ["cpu", "memory"], request: [14_000, 28 * GIB], pairs };
  const section = await drawn(freeRoom(room));
  const text = textOf(section);
  assert.match(text, /A new node needs at least 14 cores and 28 GiB of memory free\./);
  assert.match(text, /5\.5 cores and 10 GiB of memory on 2 nodes/);
  assert.match(text, /1 core and 20 GiB of memory on 1 node/);
  const [edge] = all(section, "edge");
  assert.equal(edge.getAttribute("d")?.match(/V/g)?.length, pairs.length);
});
