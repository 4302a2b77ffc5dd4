import assert from "node:assert/strict";
import { test } from "node:test";

import { all } from "../../../document.js";

globalThis.requestAnimationFrame = () => 0; // nothing scrolls here
const { rollout } = await import("../../../../../static/js/pages/learn/pictures/rollout.js");

/** @import { View } from "../../../../../static/js/pages/learn/pictures/view.js" */

/**
 * A film that ends with new pods in one zone.
 * @param {Partial<View>} view @param {number} old @param {number} fresh
 */
function rowsOf(view, old, fresh) {
  const zone = { name: "a", old, new: fresh, going: 1, count: null, skew: null, fits: null };
  const scene = { film: [{ zone: null, spread: null, zones: [zone] }], figures: { pods: 5 } };
  const whole = /** @type {View} */ (
    /** @type {unknown} */ ({ scene, guess: null, frame: 0, kind: "film", act: {}, ...view })
  );
  return all(rollout(whole), "zs").map(({ style }) => Number(style["--rows"]));
}

test("a film has room for its highest bar and for the drawing behind it", () => {
  assert.deepEqual(rowsOf({}, 1, 1), [4]);
  assert.deepEqual(rowsOf({}, 3, 2), [6]);
  assert.deepEqual(rowsOf({ guess: ["5"] }, 1, 1), [5]);
});

test("a drawing has room for all pods in one bar, and for its grip", () => {
  assert.equal(rowsOf({ kind: "guess" }, 1, 1).at(-1), 6);
});
