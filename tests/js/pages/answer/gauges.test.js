import assert from "node:assert/strict";
import { test } from "node:test";

const { all, textOf } = await import("../../document.js");
const { gauges, movesOf } = await import("../../../../static/js/pages/answer/gauges.js");
const { Cluster } = await import("../../../../static/js/model/cluster.js");

/** @import { NodesOverview, RelocatedPod, TriedEnd } from "../../../../static/js/types/engine.js" */

const CLUSTER = new Cluster(
  /** @type {any} */ ({
    nodes: {
      names: ["n1", "n2"],
      labels: {},
      taints: { values: [[], ["gpu:NoSchedule"]], codes: [0, 1] },
      allocatable: { values: [{}], codes: [0, 0] },
      unschedulable: [],
    },
    pods: { names: [], nodes: [], classes: [], nominated: {} },
    classes: [],
    topology_keys: [],
  }),
);

/** @param {number[]} before @param {number[]} after */
const resource = (before, after) => ({ allocatable: before.map(() => 4000), before, after });

const OVERVIEW = /** @type {NodesOverview} */ (
  /** @type {unknown} */ ({
    names: ["n1", "n2"],
    resources: {
      cpu: resource([1000, 0], [3000, 0]),
      memory: resource([0, 0], [2000, 0]),
      pods: resource([1, 2], [3, 1]),
    },
  })
);

/** @param {string} pod @param {string | null} before @param {string | null} after */
const relocated = (pod, before, after) => /** @type {RelocatedPod} */ ({ pod, before, after });

test("pods come and go by node, and one that is pending does neither", () => {
  const { came, went } = movesOf([
    relocated("a", null, "n1"),
    relocated("b", "n2", "n1"),
    relocated("c", "n2", null),
  ]);
  assert.deepEqual([...came], [["n1", 2]]);
  assert.deepEqual([...went], [["n2", 2]]);
});

test("a node says how many pods the run placed there, and what is used", () => {
  const drawn = gauges(CLUSTER, OVERVIEW);
  const [first, second] = all(drawn, "gauge");
  assert.deepEqual([first.textContent, second.textContent], ["n1+2", "n2"]);
  assert.match(first.getAttribute("title") ?? "", /^n1\ncpu 3 cores of 4 cores\nmemory /);
  assert.equal(second.getAttribute("class"), "gauge tainted");
  assert.match(textOf(drawn), /placed here.*tainted/);
});

test("what is tried shows who comes and who leaves", () => {
  const tried = /** @type {TriedEnd} */ (
    /** @type {unknown} */ ({ nodes: OVERVIEW, added: [], moved: [relocated("a", "n2", "n1")] })
  );
  const drawn = gauges(CLUSTER, OVERVIEW, tried);
  assert.deepEqual(
    all(drawn, "gauge").map((gauge) => gauge.textContent),
    ["n1+1", "n2−1"],
  );
  assert.match(textOf(drawn), /added by the change.*removed by the change/);
});
