import assert from "node:assert/strict";
import { test } from "node:test";

import { pseudonymise } from "../../../static/js/import/pseudonyms.js";

/** @type {Record<string, any>} */
const kinds = {
  Pod: { metadata: { name: "name", uid: "uid", labels: { "*": "name" } }, spec: { node: "name" } },
};
/** @param {string} name @param {Record<string, string>} [labels] @param {string} [node] */
const pod = (name, labels = {}, node = "") => ({
  kind: "Pod",
  metadata: { name, uid: `of ${name}`, labels },
  spec: { node },
});

/** What the names became. @param {...any} pods @returns {Record<string, string>} */
const renamed = (...pods) => Object.fromEntries(pseudonymise(pods, kinds).names);

test("a word has one pseudonym wherever it stands", () => {
  const names = renamed(pod("web-7d4cf-x2", { hash: "7d4cf", app: "web" }));
  assert.equal(names["web-7d4cf-x2"].split("-")[1], names["7d4cf"]);
  assert.equal(names["web-7d4cf-x2"].split("-")[0], names.web);
});

test("what comes first in the alphabet still comes first", () => {
  const words = ["cache", "db", "queue", "web", "api"];
  const names = renamed(...words.map((word) => pod(word)));
  /** @param {string[]} list */
  const order = (list) => [...list].sort((a, b) => (a < b ? -1 : 1));
  assert.deepEqual(
    order(words).map((word) => names[word]),
    order(Object.values(names).filter(Boolean)),
  );
});

test("numbers at the end stay, and so do Kubernetes' own names", () => {
  const names = renamed(pod("web-0"), pod("web-12"), pod("kube-system"), pod("42"));
  assert.match(names["web-0"], /^[a-z]+-0$/);
  assert.match(names["web-12"], /^[a-z]+-12$/);
  assert.equal(names["kube-system"], "kube-system");
  assert.equal(names[42], "42");
});

test("uids are numbered, equal ones alike", () => {
  const { manifests } = pseudonymise([pod("a"), pod("b"), pod("a")], kinds);
  assert.deepEqual(
    manifests.map(({ metadata }) => metadata.uid),
    ["uid-1", "uid-2", "uid-1"],
  );
});

test("manifests are not changed, but made anew", () => {
  const before = pod("web-0", {}, "node-a");
  const { manifests } = pseudonymise([before], kinds);
  assert.equal(before.metadata.name, "web-0");
  assert.notEqual(manifests[0].spec.node, "node-a");
});
