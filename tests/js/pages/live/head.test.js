// What stands above everything of a followed cluster.

import assert from "node:assert/strict";
import { test } from "node:test";

import { FakeElement } from "../../document.js";
import { mountStale } from "../../../../static/js/pages/live/head.js";
import { cluster } from "../../../../static/js/pages/live/state.js";

test("that nobody follows the cluster is said before what is old then", async () => {
  const place = /** @type {any} */ (new FakeElement("div"));
  mountStale(place);
  cluster.set(/** @type {any} */ ({ state: "stopped", heard: "2026-01-01T14:04:58Z" }));
  await Promise.resolve();
  assert.match(place.textContent, /^No process follows the cluster now\./);
  cluster.set(/** @type {any} */ ({ state: "following" }));
  await Promise.resolve();
  assert.equal(place.textContent, "");
});
