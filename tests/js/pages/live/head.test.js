// What stands above everything of a followed cluster.

import assert from "node:assert/strict";
import { test } from "node:test";

import { FakeElement } from "../../document.js";
import { mountNotes, mountStale } from "../../../../static/js/pages/live/head.js";
import { cluster } from "../../../../static/js/pages/live/state.js";

const KNOWN = { state: "following", unread: [], has_config: true };

test("that nobody follows the cluster is said before what is old then", async () => {
  const place = /** @type {any} */ (new FakeElement("div"));
  mountStale(place);
  cluster.set(/** @type {any} */ ({ ...KNOWN, state: "stopped", heard: "2026-01-01T14:04:58Z" }));
  await Promise.resolve();
  assert.match(place.textContent, /^No process follows the cluster now\./);
  cluster.set(/** @type {any} */ ({ ...KNOWN, state: "retrying", trouble: "too large", heard: null }));
  await Promise.resolve();
  assert.match(place.textContent, /^The cluster cannot be followed now: too large\. A process tries again\./);
  cluster.set(/** @type {any} */ ({ ...KNOWN, state: "following" }));
  await Promise.resolve();
  assert.equal(place.textContent, "");
});

test("that objects cannot be read is said, with how many there are of each kind", async () => {
  const place = /** @type {any} */ (new FakeElement("div"));
  cluster.set(/** @type {any} */ ({ ...KNOWN, now: {} }));
  mountNotes(place);
  await Promise.resolve();
  assert.equal(place.textContent, "");
  cluster.set(/** @type {any} */ ({ ...KNOWN, now: { left_out: { Node: 1, Pod: 2 } } }));
  await Promise.resolve();
  assert.match(place.textContent, /Node 1 object cannot be read.*Pod 2 objects cannot be read/);
});
