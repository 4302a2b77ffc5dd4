import assert from "node:assert/strict";
import { test } from "node:test";

import { all, textOf } from "../../document.js";
import { differencesNote } from "../../../../static/js/pages/answer/differences.js";

/** @param {string} name @param {number} count */
const group = (name, count) =>
  /** @type {import("../../../../static/js/types/engine.js").PodGroup} */ (
    /** @type {unknown} */ ({ namespace: "shop", name, pod_count: count })
  );

/** @param {object} more */
const note = (more) =>
  differencesNote(
    /** @type {import("../../../../static/js/types/engine.js").Differences} */ (
      /** @type {unknown} */ ({ placed: [], evicted: [], unlisted_nodes: [], absent_kinds: [], ...more })
    ),
  );

test("a run that ends like the dump has nothing to say, whatever the dump lacks", () => {
  assert.equal(note({}), null);
  assert.equal(note({ absent_kinds: ["PriorityClass"] }), null);
});

test("pods that fit here are the heading, counted over their groups", () => {
  const head = (/** @type {object} */ more) => textOf(all(note(more), "h2"));
  assert.equal(head({ placed: [group("a", 1)] }), "Differs from your dump: 1 pod pending there fits here");
  assert.equal(
    head({ placed: [group("a", 1), group("b", 2)], evicted: [group("c", 9)] }),
    "Differs from your dump: 3 pods pending there fit here",
  );
  assert.equal(
    head({ evicted: [group("c", 1)] }),
    "Differs from your dump: 1 pod running there is evicted here",
  );
  assert.equal(head({ unlisted_nodes: ["n9"] }), "The dump refers to nodes that it does not contain");
});

test("a group of several pods is counted, and what the dump lacks may decide", () => {
  const text = textOf(note({ placed: [group("a", 1), group("b", 1200)], absent_kinds: ["Service"] }));
  assert.match(text, /placed here: shop\/a, shop\/b × 1,200\./);
  assert.match(text, /Your dump does not include Service; that could change this\./);
});
