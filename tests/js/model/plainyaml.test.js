import assert from "node:assert/strict";
import { test } from "node:test";

import { plainYaml, withDocument } from "../../../static/js/model/plainyaml.js";

test("nested values are written as people write manifests", () => {
  const steps = [
    { rollout: { deployment: "web", strategy: { maxSurge: "25%", maxUnavailable: 0 } } },
    { wait: 60 },
  ];
  assert.equal(
    plainYaml({ steps }),
    [
      "steps:",
      "- rollout:",
      "    deployment: web",
      "    strategy:",
      '      maxSurge: "25%"',
      "      maxUnavailable: 0",
      "- wait: 60",
      "",
    ].join("\n"),
  );
});

test("texts that YAML would take for something else are quoted", () => {
  const texts = ["yes", "1", "0x1f", "", "a: b", "- a", "#a", "2024-01-01", "~", "a", "nginx:1.5"];
  const lines = plainYaml(texts).trimEnd().split("\n");
  assert.deepEqual(
    lines.slice(0, 9),
    texts.slice(0, 9).map((text) => `- ${JSON.stringify(text)}`),
  );
  assert.deepEqual(lines.slice(9), ["- a", '- "nginx:1.5"']);
});

test("empty lists and maps stay what they are", () => {
  assert.equal(plainYaml({ a: [], b: {}, c: null }), "a: []\nb: {}\nc: null\n");
});

const SOURCE = "# nodes\nkind: Node\n---\nkind: Pod\n";

test("a document is appended, replaced and removed", () => {
  const one = withDocument(SOURCE, "steps", [{ wait: 1 }]);
  assert.equal(one, `${SOURCE}---\nsteps:\n- wait: 1\n`);
  assert.equal(withDocument(one, "steps", [{ wait: 2 }]), `${SOURCE}---\nsteps:\n- wait: 2\n`);
  assert.equal(withDocument(one, "steps", []).trimEnd(), SOURCE.trimEnd());
  assert.equal(withDocument("", "steps", [{ wait: 1 }]), "steps:\n- wait: 1\n");
});

test("a document between others is the one replaced", () => {
  const source = "kind: Node\n---\n# later\nsteps:\n- wait: 1\n---\nkind: Pod\n";
  assert.equal(
    withDocument(source, "steps", [{ wait: 2 }]),
    "kind: Node\n---\nkind: Pod\n---\nsteps:\n- wait: 2\n",
  );
});
