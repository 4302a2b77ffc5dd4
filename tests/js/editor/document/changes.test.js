import assert from "node:assert/strict";
import { test } from "node:test";

import * as changes from "../../../../static/js/editor/document/changes.js";

/**
 * @param {string} kind @param {string} name
 * @param {Partial<import("../../../../static/js/types/api.js").EntryOut>} [more]
 */
const entry = (kind, name, more = {}) => ({
  object: kind === "Node" ? `Node ${name}` : `${kind} default/${name}`,
  kind,
  namespace: kind === "Node" ? "" : "default",
  name,
  line: 1,
  end_line: 2,
  labels: {},
  node: "",
  owner: "",
  count: null,
  taints: 0,
  unschedulable: false,
  ...more,
});

test("a change says what Undo would take back", () => {
  assert.equal(changes.cordon(["n1"]).label, "cordoned n1");
  assert.equal(changes.cordon(["n1", "n2"]).label, "cordoned 2 nodes");
  assert.equal(changes.remove(["Pod default/web-0"]).label, "deleted web-0");
  assert.deepEqual(changes.uncordon(["n1"]).operations, [{ op: "uncordon", object: "Node n1" }]);
});

test("a label without a value is removed", () => {
  const path = ["metadata", "labels", "zone"];
  assert.deepEqual(changes.label(["Node n1"], "zone", null).operations, [
    { op: "remove", object: "Node n1", path },
  ]);
  assert.deepEqual(changes.label(["Node n1"], "zone", "a").operations, [
    { op: "set", object: "Node n1", path, value: "a" },
  ]);
});

test("a copy has the next free name, without what belongs to the one", () => {
  const entries = [entry("Pod", "web-0"), entry("Pod", "web-2"), entry("Pod", "other-1")];
  const { object, operations } = changes.duplicate(entries[0], entries);
  assert.equal(object, "Pod default/web-1");
  assert.deepEqual(operations[0], { op: "copy", object: "Pod default/web-0", value: "web-1" });
  assert.ok(operations.some(({ op, path }) => op === "remove" && path?.join(".") === "spec.nodeName"));
  assert.equal(changes.duplicate(entry("Pod", "web"), [entry("Pod", "web")]).object, "Pod default/web-1");
});

test("a copied node is open, and its hostname is its own", () => {
  const node = entry("Node", "n1", { labels: { "kubernetes.io/hostname": "n1" } });
  const { operations } = changes.duplicate(node, [node]);
  assert.deepEqual(operations.at(-1), {
    op: "set",
    object: "Node n0",
    path: ["metadata", "labels", "kubernetes.io/hostname"],
    value: "n0",
  });
  assert.ok(operations.some(({ op, path }) => op === "remove" && path?.at(-1) === "unschedulable"));
});

test("pods are scaled by copies, or the last ones go", () => {
  const entries = [entry("Pod", "web-0"), entry("Pod", "web-1"), entry("Pod", "db-0")];
  assert.deepEqual(
    changes.scalePods(entries[0], entries, 1).operations.map(({ op, object }) => [op, object]),
    [["delete", "Pod default/web-1"]],
  );
  const more = changes.scalePods(entries[0], entries, 4);
  assert.deepEqual(
    more.operations.filter(({ op }) => op === "copy").map(({ value }) => value),
    ["web-3", "web-2"],
  );
  assert.equal(more.label, "scaled web to 4");
});

test("workloads are scaled by the field that they have", () => {
  assert.deepEqual(changes.scale(entry("Job", "j"), 3).operations[0].path, ["spec", "parallelism"]);
  assert.deepEqual(changes.scale(entry("Deployment", "d"), 3).operations[0].path, ["spec", "replicas"]);
});

test("a created object has the name that messages give it", () => {
  /** @param {string} kind @param {object} [metadata] */
  const named = (kind, metadata) => changes.create({ kind, metadata }).object;
  assert.equal(named("Pod", { name: "p" }), "Pod default/p");
  assert.equal(named("Node", { name: "n" }), "Node n");
  assert.equal(named("Service", { name: "s", namespace: "shop" }), "Service shop/s");
  assert.equal(named("KubeSchedulerConfiguration", undefined), "KubeSchedulerConfiguration");
});

test("weights go where the profile names the plugin, a weight of 0 switches scoring off", () => {
  const object = "KubeSchedulerConfiguration";
  const weights = new Map([
    ["TaintToleration", 9],
    ["ImageLocality", 0],
  ]);
  assert.deepEqual(changes.weigh(null, "default-scheduler", weights).operations, [
    {
      op: "create",
      value: {
        apiVersion: "kubescheduler.config.k8s.io/v1",
        kind: object,
        profiles: [
          {
            schedulerName: "default-scheduler",
            plugins: {
              multiPoint: { enabled: [{ name: "TaintToleration", weight: 9 }] },
              score: { disabled: [{ name: "ImageLocality" }] },
            },
          },
        ],
      },
    },
  ]);
  const plugins = {
    score: { enabled: [{ name: "ImageLocality", weight: 2 }] },
    multiPoint: { enabled: [{ name: "NodeAffinity" }, { name: "TaintToleration" }] },
  };
  const manifest = { profiles: [{ schedulerName: "other" }, { plugins }] };
  const at = ["profiles", 1, "plugins"];
  assert.deepEqual(changes.weigh({ object, manifest }, "default-scheduler", weights).operations, [
    { op: "set", object, path: [...at, "multiPoint", "enabled", 1, "weight"], value: 9 },
    { op: "remove", object, path: [...at, "score", "enabled", 0] },
    { op: "add", object, path: [...at, "score", "disabled"], value: { name: "ImageLocality" } },
  ]);
});
