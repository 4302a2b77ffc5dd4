import assert from "node:assert/strict";
import { test } from "node:test";

import { messageForm, recognise, shapeOf } from "../../../static/js/import/recognise.js";

const NODE = { kind: "Node", metadata: { name: "n" } };
/** @param {string} [nodeName] @param {string} [phase] */
const pod = (nodeName, phase) => ({
  kind: "Pod",
  metadata: { name: "p" },
  spec: { nodeName },
  status: { phase },
});
const DEPLOYMENT = { kind: "Deployment", metadata: { name: "web" }, spec: { replicas: 9 } };
const OWNED = { kind: "ReplicaSet", metadata: { name: "web-1", ownerReferences: [{ kind: "Deployment" }] } };

/** @param {import("../../../static/js/import/filter.js").Manifest[]} manifests @param {string} [text] */
const kindOf = (manifests, text = "") =>
  recognise(text, { messages: text, report: { shape: shapeOf(manifests), ignored: [] }, problems: [] }).kind;

test("what has nodes is a cluster, with its pending pods and without finished ones", () => {
  const shape = shapeOf([
    NODE,
    NODE,
    pod("n"),
    pod(),
    pod("n", "Succeeded"),
    DEPLOYMENT,
    OWNED,
    { kind: "Service" },
  ]);
  assert.deepEqual(shape, {
    nodes: 2,
    pods: 2,
    pending: 1,
    workloads: [{ kind: "Deployment", name: "web", replicas: 9 }],
    others: 3,
  });
  assert.equal(kindOf([NODE, pod()]), "cluster");
});

test("workloads and pods without nodes are a workload", () => {
  assert.equal(kindOf([DEPLOYMENT, { kind: "Service" }]), "workload");
  assert.equal(kindOf([pod()]), "workload");
  assert.deepEqual(shapeOf([{ kind: "Job", spec: { parallelism: 3 } }, { kind: "StatefulSet" }]).workloads, [
    { kind: "Job", name: "", replicas: 3 },
    { kind: "StatefulSet", name: "", replicas: 1 },
  ]);
});

test("other objects alone place nothing", () => {
  assert.equal(kindOf([{ kind: "Service" }]), "objects");
});

/** @type {[string, string | null][]} */
const TEXTS = [
  ["0/60 nodes are available: 41 Insufficient cpu, 19 node(s) had untolerated taint {spot: true}.", "event"],
  ["no nodes available to schedule pods", "event"],
  [
    "Name:             web-0\nNamespace:        default\nStatus:           Pending\nEvents:\n  Warning  x",
    "describe",
  ],
  [
    "LAST SEEN   TYPE      REASON             OBJECT      MESSAGE\n18s  Warning FailedScheduling Pod/web",
    "events",
  ],
  [
    "NAMESPACE   LAST SEEN   TYPE   REASON   OBJECT   MESSAGE\nshop  1s  Warning  FailedScheduling  pod/a",
    "events",
  ],
  ["kind: EventList\nitems: []", "events"],
  ['{"apiVersion": "v1", "kind": "Event", "message": "0/3 nodes are available"}', "events"],
  ['I0101 12:00:00.1 1 schedule_one.go:867] "Unable to schedule pod; no fit; waiting" pod="shop/a"', "log"],
  ["apiVersion: v1\nkind: Pod\nmetadata: {name: p}", null],
  ["Name: my notes", null],
  ["hello", null],
];

for (const [text, form] of TEXTS)
  test(`${form ?? "nothing"}: ${text.split("\n")[0].slice(0, 60)}`, () => {
    assert.equal(messageForm(text), form);
    assert.equal(kindOf([], text), form ? "message" : "nothing");
  });

test("nodes and workloads come before the message in them", () => {
  assert.equal(kindOf([NODE], "0/60 nodes are available: 41 Insufficient cpu."), "cluster");
});

test("a text that cannot be read says why", () => {
  const recognised = recognise("kind: [", {
    messages: "",
    report: { shape: shapeOf([]), ignored: [] },
    problems: [{ message: "line 1" }],
  });
  assert.deepEqual(recognised, { kind: "unread", message: "line 1" });
});
