import assert from "node:assert/strict";
import { test } from "node:test";

await import("../../document.js");
const { document } = globalThis;
const { getElementById } = document;
const boot = { textContent: JSON.stringify({ steps: [], still: null }) };
Object.assign(document, { getElementById: (/** @type {string} */ id) => (id === "boot" ? boot : null) });
const { asking, constraintOf, laneKey, moment, play, steps, url, workload, zoomed } =
  await import("../../../../static/js/pages/daytwo/state.js");
Object.assign(document, { getElementById });

/** @import { PlayOut } from "../../../../static/js/types/api.js" */
/** @import { PlayWorkload } from "../../../../static/js/types/engine.js" */

/** @param {string} name @param {object[]} [constraints] */
const named = (name, constraints = []) =>
  /** @type {PlayWorkload} */ (/** @type {unknown} */ ({ workload: name, constraints }));

const ZONE = { kind: "spread", topology_key: "zone", required: true };
const NODE = { kind: "spread", topology_key: "node", required: false };

/** Opens the page without a query, on a timeline. @param {object} more */
function show(more) {
  url.state.set({});
  play.set(
    /** @type {PlayOut} */ (
      /** @type {unknown} */ ({
        steps: [],
        timeline: { moments: [], workloads: [], actions: [], nodes: [], stays: [], ...more },
      })
    ),
  );
}

test("the workload is the one of the address, else that of the steps", () => {
  const workloads = [named("a", [ZONE]), named("b"), named("c")];
  show({ workloads, actions: [{ operands: {} }, { operands: { workload: "b" } }] });
  assert.equal(workload.get()?.workload, "b");
  url.state.set({ of: "c" });
  assert.equal(workload.get()?.workload, "c");
  url.state.set({ of: "all" });
  assert.equal(workload.get(), null);
});

test("steps about no workload show the one to which they do most, whatever the start did", () => {
  const at = (/** @type {number} */ action, /** @type {string} */ name) => ({ action, workload: name });
  const workloads = [named("a"), named("b")];
  const moments = [at(0, "a"), at(0, "a"), at(1, "b")];
  show({ workloads, moments, actions: [{ operands: {} }, { operands: {} }] });
  assert.equal(workload.get()?.workload, "b");
  show({ workloads: [named("a"), named("b", [NODE])] });
  assert.equal(workload.get()?.workload, "b", "nothing happens: the one with constraints");
});

test("a workload is judged by its first required spread, lanes are its domains", () => {
  const anti = { kind: "anti-affinity", topology_key: "rack", required: true };
  assert.equal(constraintOf(named("a", [anti, NODE, ZONE])), ZONE);
  assert.equal(constraintOf(named("a", [anti, NODE])), NODE);
  assert.equal(constraintOf(named("a", [anti])), anti);
  assert.equal(constraintOf(null), null);
  show({ workloads: [named("a", [NODE, ZONE])] });
  assert.equal(laneKey.get(), "zone");
});

test("the moment is within the timeline, at its end where none is named", () => {
  show({ moments: [{}, {}, {}] });
  assert.equal(moment.get(), 2);
  for (const [at, expected] of /** @type {const} */ ([
    ["1", 1],
    ["9", 2],
    ["-4", 0],
    ["x", 0],
  ])) {
    url.state.set({ at });
    assert.equal(moment.get(), expected, at);
  }
});

test("an action is shown alone only if there is one of that number", () => {
  show({ actions: [{ first: 0, last: 0, operands: {} }] });
  url.state.set({ in: "0" });
  assert.equal(zoomed.get(), 0);
  url.state.set({ in: "1" });
  assert.equal(zoomed.get(), null);
});

test("the page asks for steps until there is one, or a moment to look at", () => {
  show({});
  assert.equal(asking.get(), true);
  url.state.set({ at: "0" });
  assert.equal(asking.get(), false);
  url.state.set({ steps: '[{"wait":60,"at":"x"}]' });
  assert.equal(asking.get(), false);
  assert.equal(steps.get().length, 1);
});
