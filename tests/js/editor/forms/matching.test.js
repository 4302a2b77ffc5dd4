import assert from "node:assert/strict";
import { test } from "node:test";

import { matchHint } from "../../../../static/js/editor/forms/matching.js";

/** @import { Form } from "../../../../static/js/editor/forms/fields.js" */

/** @param {string} name @param {string} app @param {string} [namespace] */
const pod = (name, app, namespace = "") => ({ kind: "Pod", name, namespace, labels: { app } });

/** The form of the pod "new". @param {Record<string, string>} labels @returns {Form} */
const form = (labels) =>
  /** @type {any} */ ({
    manifest: { kind: "Pod", metadata: { name: "new", labels } },
    entries: [pod("new", "web"), pod("a", "web"), pod("b", "web"), pod("c", "api"), pod("d", "web", "other")],
  });

test("names the pods of the namespace, and the pod itself", () => {
  const selector = { matchLabels: { app: "web" } };
  assert.equal(matchHint(form({ app: "web" }), selector), "matches a, b, and this pod");
  assert.equal(matchHint(form({ app: "api" }), selector), "matches a and b, but not this pod");
  assert.equal(matchHint(form({}), selector, { everywhere: true }), "matches a, b, and d, but not this pod");
});

test("counts those beyond three", () => {
  const selector = { matchExpressions: [{ key: "app", operator: "Exists" }] };
  assert.equal(
    matchHint(form({}), selector, { everywhere: true }),
    "matches a, b, c, and 1 more, but not this pod",
  );
});

test("tells a selector that matches nothing from none and from an empty one", () => {
  assert.equal(matchHint(form({ app: "db" }), { matchLabels: { app: "db" } }), "matches only this pod");
  assert.equal(matchHint(form({}), { matchLabels: { app: "db" } }), "matches no pod of this draft");
  assert.equal(matchHint(form({}), undefined), "no selector: matches no pod");
  assert.equal(matchHint(form({}), {}), "empty selector: matches every pod");
});

test("a workload's own pods have the labels of its template", () => {
  const deployment = form({});
  deployment.manifest = {
    kind: "Deployment",
    metadata: { name: "new" },
    spec: { template: { metadata: { labels: { app: "api" } } } },
  };
  assert.equal(matchHint(deployment, { matchLabels: { app: "api" } }), "matches c and this pod");
});
