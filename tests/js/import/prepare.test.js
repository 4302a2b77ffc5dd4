import assert from "node:assert/strict";
import { test } from "node:test";

import { isUseful } from "../../../static/js/import/archiveFilter.js";
import { prepare } from "../../../static/js/import/prepare.js";
import { read } from "../../../static/js/import/read.js";
import { shared } from "../shared.js";

const table = {
  kinds: shared("fields").kinds,
  groups: shared("fields").groups,
  exported: shared("fields").exported,
  harmless: ["image", "ports", "strategy"],
  wordings: ["pod didn't trigger scale-up"],
  limits: { bytes: 10_000, objects: 3 },
};
const plain = { pseudonyms: false, images: true };

/** @param {string} text @param {Partial<import("../../../static/js/import/prepare.js").Choices>} [choices] */
const prepared = (text, choices) =>
  prepare(read([{ name: "mine.yaml", text }], table.exported), table, { ...plain, ...choices });

const BY_HAND = "# mine\nkind: Node\nmetadata: {name: n1}   # first\n";

test("a hand-written manifest is sent as it is", () => {
  const { text, report } = prepared(BY_HAND);
  assert.equal(text, BY_HAND);
  assert.ok(report.verbatim);
  assert.deepEqual(report.objects, [["Node", 1]]);
});

test("a field that is dropped makes it another text", () => {
  const { text, report } = prepared(`${BY_HAND}spec: {podCIDR: 10.0.0.0/24}\n`);
  assert.ok(!report.verbatim);
  assert.deepEqual(report.dropped, [["spec.podCIDR", 1]]);
  assert.ok(!text.includes("10.0.0.0"));
  assert.ok(!text.includes("# mine"));
});

test("an object that is left out makes it another text", () => {
  const { text, report } = prepared(`${BY_HAND}---\nkind: Secret\nmetadata: {name: password}\n`);
  assert.ok(!report.verbatim);
  assert.deepEqual(report.ignored, [["Secret", 1]]);
  assert.ok(!text.includes("password"));
});

test("of steps, the manifests that they apply are filtered too", () => {
  const steps =
    "steps:\n- wait: 5\n- apply: {kind: Pod, metadata: {name: p}, spec: {hostname: secret}}\n- later\n";
  const { text, report } = prepared(`${BY_HAND}---\n${steps}---\nlesson: {guess: x}\n`);
  assert.ok(!report.verbatim);
  assert.ok(!text.includes("secret"));
  assert.deepEqual(report.objects, [
    ["Node", 1],
    ["steps", 1],
    ["lesson", 1],
  ]);
  assert.match(text, /steps:\n- wait: 5\n- apply:\n {4}kind: Pod/);
  assert.match(text, /- later\n/);
  const alone = `${BY_HAND}---\nsteps:\n- wait: 5   # a while\n`;
  assert.equal(prepared(alone).text, alone);
});

for (const [what, beside] of Object.entries({
  "values without a kind": "password: secret\n",
  "a field of another shape": "kind: Pod\nmetadata: {name: p, annotations: secret}\n",
  "a harmless name": "kind: Pod\nmetadata: {name: p}\nspec: {strategy: {token: secret}}\n",
  "an object given twice": "kind: Node\nmetadata: {name: n1}\nspec: {podCIDR: secret}\n---\n" + BY_HAND,
  "a field of a list": "kind: List\nitems: []\nnote: secret\n",
}))
  test(`a text is not sent as it is with ${what}`, () => {
    const { text, report } = prepared(`${BY_HAND}---\n${beside}`);
    assert.ok(!report.verbatim);
    assert.ok(!text.includes("secret"));
    assert.ok(text.includes("n1"));
  });

test("a field that tells nothing is no reason to write the text anew", () => {
  const pod = "kind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, ports: [], tty: true}]}\n";
  assert.ok(!prepared(pod).report.verbatim);
  assert.ok(prepared(pod.replace(", tty: true", "")).report.verbatim);
});

test("under pseudonyms no name is left, and expectations stay here", () => {
  const { text, report, names } = prepared(`${BY_HAND}---\nexpect: [{pod: secret, node: n1}]\n`, {
    pseudonyms: true,
  });
  assert.ok(!/\bn1\b|secret/.test(text));
  assert.deepEqual(report.ignored, [["expect", 1]]);
  assert.ok(names.some(([name]) => name === "n1"));
});

test("beyond a limit the report says how many objects would fit", () => {
  const nodes = Array.from({ length: 6 }, (_, i) => `kind: Node\nmetadata: {name: n${i}}\n`).join("---\n");
  const { fit } = prepared(nodes).report;
  assert.equal(fit?.objects, 3);
  assert.equal(fit?.would, 3);
  assert.equal(prepared(BY_HAND).report.fit, null);
});

test("of an archive only what may hold manifests is read", () => {
  const useful = ["nodes.json", "dump/shop/pods.yaml", "notes.txt", "manifests"];
  const useless = ["dump/web-0/logs.txt", "dump/web-0/log", ".git", "picture.png", "dump/"];
  assert.deepEqual(useful.filter(isUseful), useful);
  assert.deepEqual(useless.filter(isUseful), []);
});

test("many objects are one List of JSON, an object a line", () => {
  const nodes = Array.from(
    { length: 501 },
    (_, i) => `kind: Node\nmetadata: {name: n${i}}\nspec: {podCIDR: 10.0.0.0/24}\n`,
  );
  const lines = prepared(nodes.join("---\n")).text.trim().split("\n");
  assert.equal(lines.length, 503);
  assert.equal(lines[1], '{"kind":"Node","metadata":{"name":"n0"}},');
  assert.equal(JSON.parse(lines.join("")).items.length, 501);
});
