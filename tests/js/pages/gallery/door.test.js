import assert from "node:assert/strict";
import { test } from "node:test";

await import("../../document.js");
const { words } = await import("../../../../static/js/pages/gallery/door.js");

const SHAPE = { nodes: 0, pods: 0, pending: 0, workloads: [], others: 0 };
const web = (/** @type {number} */ replicas) => ({ kind: "Deployment", name: "web", replicas });

test("a cluster is counted, its pending pods where it has some", () => {
  const cluster = (/** @type {Partial<typeof SHAPE>} */ more) =>
    words({ kind: "cluster", shape: { ...SHAPE, ...more } });
  assert.equal(cluster({ nodes: 1, pods: 1 }), "1 node, 1 pod: a cluster");
  assert.equal(
    cluster({ nodes: 5000, pods: 2, pending: 1 }),
    "5,000 nodes, 2 pods: a cluster, 1 pod pending",
  );
  assert.equal(
    words({ kind: "cluster", shape: { ...SHAPE, nodes: 2, pods: 0, workloads: [web(3)] } }),
    "2 nodes, 0 pods, 1 workload: a cluster",
  );
});

test("a workload is named, several are counted, and bare pods too", () => {
  const workload = (/** @type {object} */ more) => words({ kind: "workload", shape: { ...SHAPE, ...more } });
  assert.equal(workload({ workloads: [web(1)] }), "Deployment web without nodes: 1 replica");
  assert.equal(workload({ workloads: [web(3)] }), "Deployment web without nodes: 3 replicas");
  assert.equal(workload({ workloads: [web(1), web(1)] }), "2 workloads without nodes");
  assert.equal(workload({ pods: 1 }), "1 pod without nodes");
});

test("a message is named by its form, and what is neither is said", () => {
  assert.equal(words({ kind: "message", form: "log" }), "A line from the scheduler log");
  assert.equal(words({ kind: "unread", message: "line 2" }), "Not valid YAML or JSON: line 2");
  assert.equal(words({ kind: "nothing", ignored: [] }), "Neither Kubernetes objects nor a scheduler message");
  assert.equal(
    words({ kind: "nothing", ignored: ["ConfigMap", "Secret"] }),
    "Nothing that the scheduler uses: ConfigMap, Secret",
  );
});
