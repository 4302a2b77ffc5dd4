import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

import { unpack } from "../../../static/js/import/archive.js";
import { read } from "../../../static/js/import/read.js";
import { shared } from "../shared.js";

const { exported } = shared("fields");

/**
 * The objects in files, as "Kind name", and what could not be read.
 * @param {...[name: string, data: string | Uint8Array]} files
 * @returns {[names: string[], problems: import("../../../static/js/import/read.js").Unread[]]}
 */
function readAll(...files) {
  const packed = files.flatMap(([name, data]) =>
    unpack({ name, bytes: typeof data === "string" ? new TextEncoder().encode(data) : data }),
  );
  const { manifests, problems } = read(
    packed.map(({ name, bytes }) => ({ name, text: new TextDecoder().decode(bytes) })),
    exported,
  );
  return [manifests.map((manifest) => `${manifest.kind} ${manifest.metadata?.name ?? ""}`.trim()), problems];
}

/**
 * The bytes of a header, in which texts stand at fixed places.
 * @param {number} size @param {Record<number, string>} texts by place
 */
function block(size, texts) {
  const bytes = new Uint8Array(size);
  for (const [at, text] of Object.entries(texts)) bytes.set(new TextEncoder().encode(text), Number(at));
  return bytes;
}

/** Files in one archive, as `tar -cz` writes them. @param {Record<string, string>} files */
function tarGz(files) {
  const blocks = Object.entries(files).flatMap(([name, text]) => [
    block(512, { 0: name, 124: text.length.toString(8).padStart(11, "0"), 156: "0", 257: "ustar" }),
    block(Math.ceil(text.length / 512) * 512, { 0: text }),
  ]);
  return gzipSync(Uint8Array.from([...blocks, block(1024, {})].flatMap((part) => [...part])));
}

/** @param {string} kind @param {string} name */
const listing = (kind, name) => ({ kind: `${kind}List`, apiVersion: "v1", items: [{ metadata: { name } }] });

const NODES = "apiVersion: v1\nitems:\n- {apiVersion: v1, kind: Node, metadata: {name: n1}}\nkind: List\n";
const PODS = "---\nkind: Pod\nmetadata: {name: p1}\n---\nkind: Pod\nmetadata: {name: p2}\n";
const BOTH = ["Node n1", "Pod p1", "Pod p2"];

test("the export of the simulator is read", () => {
  const simulator = {
    nodes: [{ metadata: { name: "n1" } }],
    pods: [{ metadata: { name: "p1", annotations: { "scheduler-simulator/finalscore-result": "{}" } } }],
    pvs: [],
    pvcs: [],
    storageClasses: [{ metadata: { name: "s1" } }],
    priorityClasses: [],
    schedulerConfig: { profiles: [{ schedulerName: "default-scheduler" }] },
    namespaces: [{ metadata: { name: "default" } }],
  };
  assert.deepEqual(readAll(["export.json", JSON.stringify(simulator)])[0], [
    "Node n1",
    "Pod p1",
    "StorageClass s1",
    "Namespace default",
    "KubeSchedulerConfiguration",
  ]);
});

test("lists and streams are read, from several files", () => {
  assert.deepEqual(readAll(["nodes.yaml", NODES], ["pods.yaml", PODS]), [BOTH, []]);
});

test("an archive is unpacked, the logs in it are passed over", () => {
  const packed = tarGz({
    "dump/nodes.yaml": NODES,
    "dump/default/pods.yaml": PODS,
    "dump/default/p1/logs.txt": NODES.replace("n1", "of a log"),
  });
  assert.deepEqual(readAll(["dump.tar.gz", packed]), [BOTH, []]);
});

test("a file that cannot be read is named, the others are read", () => {
  const listed = JSON.stringify(listing("Pod", "p3"));
  const [names, problems] = readAll(
    ["pods.yaml", PODS],
    ["pods.json", listed],
    ["broken.yaml", "kind: Pod\n  x: [\n"],
  );
  assert.deepEqual(names, ["Pod p1", "Pod p2", "Pod p3"]);
  assert.deepEqual(
    problems.map(({ file }) => file),
    ["broken.yaml"],
  );
});

test("what kubectl prints is read from between the logs", () => {
  const printed =
    `${JSON.stringify(listing("Node", "n1"), null, 4)}\n==== START logs for p ====\nkind: x\n==== END ====\n` +
    `${JSON.stringify(listing("Pod", "p1"), null, 4)}\n`;
  assert.deepEqual(readAll(["dump.txt", printed]), [["Node n1", "Pod p1"], []]);
});

test("a configuration is read", () => {
  const config = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n";
  assert.deepEqual(readAll(["config.yaml", config])[0], ["KubeSchedulerConfiguration"]);
});

test("of an object that is there twice, the later file counts", () => {
  const { manifests } = read(
    [
      { name: "a.yaml", text: "kind: Pod\nmetadata: {name: p}\nspec: {priority: 1}\n" },
      { name: "b.yaml", text: "kind: Pod\nmetadata: {name: p}\nspec: {priority: 2}\n" },
    ],
    exported,
  );
  assert.deepEqual(
    manifests.map(({ spec }) => spec.priority),
    [2],
  );
});

test("words and times are read as the server reads them", () => {
  const text = "kind: Pod\nmetadata: {name: p}\nspec: {a: yes, b: y, c: 2024-01-01, d: OFF, e: oFF}\n";
  const [{ spec }] = read([{ name: "p.yaml", text }], exported).manifests;
  assert.deepEqual(spec, { a: true, b: true, c: "2024-01-01", d: false, e: "oFF" });
});
