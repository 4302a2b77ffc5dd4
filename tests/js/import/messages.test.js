import assert from "node:assert/strict";
import { test } from "node:test";

import { messagesOf } from "../../../static/js/import/messages.js";

const WORDINGS = [
  "pod didn't trigger scale-up",
  "FailedMount",
  'pods "{pod}" is forbidden',
  "TaintManagerEviction",
];
const MESSAGE = "0/5 nodes are available: 3 Insufficient cpu, 2 node(s) were unschedulable.";

/** What is sent of a text. @param {string} text */
const sent = (text) => messagesOf({ manifests: [], others: [{ name: "", text }] }, WORDINGS);
/** @param {import("../../../static/js/import/filter.js").Manifest[]} manifests */
const sentOf = (...manifests) => messagesOf({ manifests, others: [] }, WORDINGS);

test("of a text without a message nothing is sent", () => {
  assert.equal(sent("password: hunter2\nSuccessfully assigned default/web-0 to node-1"), "");
});

test("a message goes with the pod of its line, else with the one that is described", () => {
  assert.equal(
    sent(`1m Normal Pulled pod/other x\n1m Warning Failed pod/shop/web-1 ${MESSAGE}`),
    `Pod shop/web-1: ${MESSAGE}`,
  );
  assert.equal(
    sent(`Name:   web-1\nNamespace:  shop\nEvents:\n  Warning x ${MESSAGE} hello`),
    `Pod shop/web-1: ${MESSAGE}`,
  );
  assert.equal(sent(`pod="web-1" err="${MESSAGE}" token="hunter2"`), `pod/web-1: ${MESSAGE}`);
});

test("a message may be wrapped, and ends before what is another line", () => {
  const [head, rest] = [MESSAGE.slice(0, 44), MESSAGE.slice(45)];
  assert.equal(sent(`${head}\n   ${rest}\npassword: hunter2`), MESSAGE);
  for (const next of [
    "password: hunter2",
    "- name: hunter2",
    "",
    "1m  Warning  Failed",
    "I0101 12:00:00 x",
    "{}",
  ])
    assert.equal(sent(`${head}\n${next}\nhunter2`), head);
  const tainted =
    "0/1 nodes are available: 1 node(s) had untolerated taint {\nkey: value}. preemption: 0/1 nodes\n are available: 1 x.";
  assert.equal(sent(tainted), tainted.replace("\n ", " ").replace("\n", " "));
});

test("a message in a string ends with it, however deep it is quoted", () => {
  const short = "0/7 nodes are available: 7 Insufficient cpu";
  const json = JSON.stringify({ err: short, token: "hunter2" });
  assert.equal(sent(json), short);
  assert.equal(sent(JSON.stringify({ log: json, key: "hunter2" })), short);
  const forbidden = 'pods "web-1" is forbidden: exceeded quota';
  assert.equal(sent(JSON.stringify({ msg: forbidden, token: "hunter2" })), forbidden);
});

test("what other programs say goes from its words to the end of its line", () => {
  const said = "pod didn't trigger scale-up: 1 max node group size reached";
  assert.equal(sent(`Events:\n  Normal  NotTriggerScaleUp  4m  autoscaler  ${said}\nhunter2`), said);
  assert.equal(sent("Warning FailedMount 3s hunter2"), "FailedMount 3s hunter2");
  assert.equal(sent(`${MESSAGE}\n${said}\n${said}`), `${MESSAGE}\n${said}`);
});

test("an event goes with its reason, its message and its pod, as does the state of a pod", () => {
  const about = { involvedObject: { kind: "Pod", namespace: "shop", name: "web-1" } };
  assert.equal(
    sentOf({ kind: "Event", ...about, reason: "FailedScheduling", message: MESSAGE }),
    `Pod shop/web-1: ${MESSAGE}`,
  );
  assert.equal(
    sentOf({
      kind: "Event",
      ...about,
      reason: "FailedMount",
      note: "no\nroom",
      metadata: { name: "hunter2" },
    }),
    "Pod shop/web-1: FailedMount: no room",
  );
  assert.equal(sentOf({ kind: "Event", ...about, reason: "Unhealthy", message: "hunter2" }), "");
  assert.equal(
    sentOf({
      kind: "Pod",
      metadata: { name: "web-1", annotations: { last: "0/1 nodes are available: 1 hunter2." } },
      status: { conditions: [{ type: "PodScheduled", message: MESSAGE }, null], containerStatuses: "x" },
    }),
    `pod/web-1: ${MESSAGE}`,
  );
  assert.equal(sentOf({ kind: "ConfigMap", data: { last: MESSAGE } }), "");
});

test("of a long log the first messages are sent", () => {
  const log = Array.from(
    { length: 100_000 },
    (_, n) => `I0101 "no fit" err="0/${n + 1} nodes are available: ${n + 1} x."`,
  );
  assert.equal(sent(log.join("\n")).split("\n").length, 21);
});
