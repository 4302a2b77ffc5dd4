import assert from "node:assert/strict";
import { test } from "node:test";

import { Cluster } from "../../../../../static/js/model/cluster.js";
import { treeOf } from "../../../../../static/js/model/tree.js";
import { itemsOf } from "../../../../../static/js/pages/workbench/map/folding.js";
import * as layouts from "../../../../../static/js/pages/workbench/map/layout.js";

/** @import { Domain } from "../../../../../static/js/model/tree.js" */

/** So many nodes in each of two zones. @param {number} many */
function zones(many) {
  const names = Array.from({ length: 2 * many }, (_, i) => `node-${i}`);
  const cluster = new Cluster({
    nodes: {
      names,
      labels: { zone: { values: ["a", "b"], codes: names.map((_, i) => i % 2) } },
      taints: { values: [[]], codes: names.map(() => 0) },
      allocatable: { values: [{}], codes: names.map(() => 0) },
      unschedulable: [],
    },
    pods: { names: [], nodes: [], classes: [], nominated: {} },
    classes: [],
    topology_keys: ["zone"],
  });
  const { domains } = treeOf(cluster, ["zone"]);
  /** @param {Domain} domain */
  const items = (domain) => itemsOf(domain, null, new Set(), cluster);
  return { cluster, domains, items };
}

const CARD = { name: 7, pods: false };

test("every tile is where a click on it finds it", () => {
  const { domains, items } = zones(7);
  for (const zoom of [0.1, 0.5, 1, 2]) {
    const layout = layouts.layoutOf(domains, items, 420, zoom, CARD);
    for (const [node, { box, index }] of layouts.placesOf(layout)) {
      const { x, y, w, h } = layouts.rectOf(layout, box, index);
      assert.equal(layouts.hit(layout, x + w / 2, y + h / 2)?.item?.node, node);
      assert.ok(x >= 0 && x + w <= 420 && y + h <= layout.height);
    }
  }
});

test("a smaller zoom draws blocks, then dots", () => {
  const { domains, items } = zones(3);
  /** @param {number} zoom */
  const look = (zoom) => layouts.layoutOf(domains, items, 800, zoom, CARD).tile.look;
  assert.deepEqual([1, 0.5, 0.1].map(look), ["card", "block", "dot"]);
});

test("tiles that fit have their usual size, others shrink to fit", () => {
  const { domains, items } = zones(50);
  assert.equal(layouts.fittingZoom(domains, items, 800, 100_000, CARD, layouts.ZOOM.least, 1), 1);
  const zoom = layouts.fittingZoom(domains, items, 800, 300, CARD, layouts.ZOOM.least, 1);
  assert.ok(zoom < 1);
  assert.ok(layouts.layoutOf(domains, items, 800, zoom, CARD).height <= 300);
});

test("few tiles grow as far as they may, and no tile is smaller than the least", () => {
  const { domains, items } = zones(4);
  assert.equal(layouts.fittingZoom(domains, items, 420, 100_000, CARD, 1, 1.5), 1.5);
  assert.equal(layouts.fittingZoom(domains, items, 420, 10, CARD, 1, 1.5), 1);
});

test("cards with pods are higher", () => {
  const { domains, items } = zones(4);
  /** @param {boolean} pods */
  const height = (pods) => layouts.layoutOf(domains, items, 420, 1, { name: 7, pods }).tile.h;
  assert.ok(height(true) > height(false) + 12);
});

test("arrows lead to the neighbour, and across domains", () => {
  const { domains, items } = zones(4);
  const layout = layouts.layoutOf(domains, items, 420, 1, CARD);
  const places = layouts.placesOf(layout);
  const from = places.get(0);
  assert.ok(from);
  /** @param {number} dx @param {number} dy */
  const step = (dx, dy) => layouts.neighbour(layout, from, dx, dy)?.item.node;
  assert.equal(step(1, 0), 2); // zone a has the even nodes
  assert.ok(step(0, 1) !== undefined);
});

test("equal nodes are one tile, unless they were unfolded", () => {
  const { cluster, domains } = zones(3);
  const alike = () => "same";
  assert.deepEqual(itemsOf(domains[0], alike, new Set(), cluster), [{ node: 0, members: [0, 2, 4] }]);
  assert.deepEqual(itemsOf(domains[0], alike, new Set(["node-2"]), cluster), [
    { node: 0, members: [0, 4] },
    { node: 2, members: null },
  ]);
});
