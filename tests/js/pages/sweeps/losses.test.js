import assert from "node:assert/strict";
import { test } from "node:test";

const { all, drawn: drawnView, textOf } = await import("../../document.js");
const { sweeps, url } = await import("../../../../static/js/pages/sweeps/core/state.js");
const { losses } = await import("../../../../static/js/pages/sweeps/losses.js");

/** @import { SweepStateOut } from "../../../../static/js/types/api.js" */
/** @import { SweepResult } from "../../../../static/js/types/engine.js" */

const ZONE = "topology.kubernetes.io/zone";
const HOSTNAME = "kubernetes.io/hostname";
const SWEEP = /** @type {SweepStateOut} */ (/** @type {unknown} */ ({ id: "7" }));

/** @param {string} key @param {...string} values */
const loss = (key, ...values) => ({ topology_key: key, values });

/** @param {number[][]} workloads the pods placed and pending of each @param {object} [more] */
const cell = (workloads, more) => ({
  point: 0,
  placed: workloads.reduce((sum, [placed]) => sum + placed, 0),
  pending: workloads.reduce((sum, [, pending]) => sum + pending, 0),
  workloads: workloads.map(([placed, pending], workload) => ({ workload, placed, pending })),
  ...more,
});

/** @param {string} name @param {string} zone @param {string} [pool] */
const node = (name, zone, pool = "") => ({ name, zone, pool });

/** @param {object} result @param {Record<string, string>} [address] */
async function drawn(result, address = {}) {
  sweeps.set([SWEEP]);
  url.state.set(address);
  const whole = { nodes: [], workloads: [{ namespace: "default", name: "web" }], ...result };
  const children = await drawnView(
    losses(SWEEP, /** @type {SweepResult} */ (/** @type {unknown} */ (whole))),
  );
  const rows = all(all(children, "tbody"), "tr");
  return {
    heads: all(all(children, "thead"), "sw-col").map((head) => head.textContent),
    titles: all(children, "sw-group").map((group) => group.textContent),
    rows: rows.map((row) => [...all(row, "th"), ...all(row, "td")].map((td) => td.textContent)),
    says: rows.flatMap((row) => all(row, "td").map((td) => td.getAttribute("aria-label"))),
    chosen: all(children, "td").filter((td) => td.getAttribute("aria-selected")).length,
    words: textOf(all(children, "sw-words")),
    pairs: all(all(children, "sw-pairs"), "button").map((button) => button.textContent),
    text: textOf(children),
  };
}

test("a row for each workload that may lose pods, the worst first, then the sums", async () => {
  const { heads, rows, says } = await drawn({
    losses: [loss(ZONE, "zone-a"), loss(ZONE, "zone-b")],
    workloads: [
      { namespace: "a", name: "web" },
      { namespace: "b", name: "web" },
      { namespace: "a", name: "idle" },
    ],
    cells: [
      cell([
        [2, 0],
        [1, 2],
        [0, 0],
      ]),
      null,
    ],
  });
  assert.deepEqual(heads, ["a", "b"]);
  assert.deepEqual(
    rows.map(([head, first]) => [head, first]),
    [
      ["b/web", "2/3"],
      ["a/web", "2"],
      ["idle", "·"],
      ["pending", "2/5"],
    ],
  );
  assert.equal(says[0], "zone-a lost, b/web: 2 pending, 1 placed elsewhere");
  assert.equal(says[1], "b/web, zone-b: not computed yet");
});

test("a workload that no loss touches has no row", async () => {
  const { rows } = await drawn({ losses: [loss(ZONE, "a")], cells: [cell([[0, 0]])] });
  assert.deepEqual(
    rows.map(([head]) => head),
    ["pending"],
  );
});

test("pods that nobody makes again have a row where there are any", async () => {
  const { rows, says } = await drawn({
    losses: [loss(ZONE, "a"), loss(ZONE, "b")],
    cells: [cell([[1, 0]], { gone: 2 }), cell([[1, 0]])],
  });
  assert.deepEqual(rows.at(-1), ["gone", "2", "·"]);
  assert.match(says.at(-2) ?? "", /^a lost: 2 pods without a controller/);
});

test("many nodes fold to their pools in each zone, of which the worst node counts", async () => {
  const nodes = Array.from({ length: 30 }, (_, i) => node(`n${i}`, i % 2 ? "b" : "a", "general"));
  const result = {
    nodes,
    losses: nodes.map(({ name }) => loss(HOSTNAME, name)),
    cells: nodes.map((_, i) => (i === 29 ? null : cell([[2 - (i === 4 ? 1 : 0), i === 4 ? 1 : 0]]))),
  };
  const { heads, titles, rows } = await drawn(result);
  assert.deepEqual(
    [heads, titles],
    [
      ["general×15", "general×15"],
      ["a", "b"],
    ],
  );
  assert.deepEqual(rows, [
    ["web", "1/2", ""],
    ["pending", "1/2", ""],
  ]);
  const opened = await drawn(result, { zone: "a" });
  assert.equal(opened.heads.length, 15);
  assert.equal(opened.rows[0][3], "1/2", "n4 is the third of its zone");
});

test("the chosen loss is told, else the worst; and that of none", async () => {
  const zones = { losses: [loss(ZONE, "a"), loss(ZONE, "b")] };
  const first_pending = { pod: "default/web-1", message: "0/1 nodes are available", point: 3 };
  const cells = [cell([[2, 0]]), cell([[0, 1]], { first_pending })];
  assert.match(
    (await drawn({ ...zones, cells })).words,
    /^b lost: default\/web-1 stays pending\. 0\/1 nodes/,
  );
  const chosen = await drawn({ ...zones, cells }, { cell: "0" });
  assert.match(chosen.words, /^a lost: all 2 pods are placed elsewhere\./);
  assert.equal(chosen.chosen, 2, "its cell of the workload and that of the sum");
  const harmless = [cell([[2, 0]]), cell([[1, 0]], { gone: 1 })];
  assert.match(
    (await drawn({ ...zones, cells: harmless })).words,
    /^Whatever is lost, .* Gone: pods without/,
  );
  assert.equal(
    (await drawn({ ...zones, cells: [cell([[2, 0]]), null] })).words,
    "",
    "another may still be worse",
  );
});

test("pairs that leave pods pending are listed, the worst first, and the others counted", async () => {
  const { pairs, text } = await drawn({
    losses: [loss(ZONE, "a", "b"), loss(ZONE, "a", "c"), loss(ZONE, "b", "c"), loss(ZONE, "c", "d")],
    cells: [cell([[1, 1]]), cell([[0, 2]]), cell([[2, 0]]), null],
  });
  assert.deepEqual(pairs, ["a and c", "a and b"]);
  assert.match(text, /2 of 3 computed pairs leave pods pending, 1 not computed yet/);
});
