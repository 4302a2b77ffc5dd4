import assert from "node:assert/strict";
import { test } from "node:test";

import { fixOf, messageOf, titleOf } from "../../../../static/js/parts/lint/words.js";

/** @param {object} more */
const finding = (more) =>
  /** @type {import("../../../../static/js/types/engine.js").LintFinding} */ (
    /** @type {unknown} */ ({ title: "own title", message: "own message", operands: {}, fix: null, ...more })
  );

test("a rule is said in the reader's language, with its operands", () => {
  const known = finding({ rule: "topology-key-misspelt", operands: { key: "zoen", meant: "zone" } });
  assert.equal(titleOf(known), "This topology key is hardly a label of nodes");
  assert.equal(messageOf(known), "zoen looks like zone, which nodes have.");
  assert.equal(
    fixOf({ ...known, fix: finding({ fix: { operands: { meant: "zone" } } }).fix }),
    "topologyKey: zone",
  );
});

test("a rule that the page does not know is shown in the engine's words", () => {
  const unknown = finding({ rule: "of-tomorrow", fix: { operands: {}, text: "Mend it" } });
  assert.deepEqual(
    [titleOf(unknown), messageOf(unknown), fixOf(unknown)],
    ["own title", "own message", "Mend it"],
  );
  assert.equal(fixOf(finding({ rule: "of-tomorrow" })), "");
});
