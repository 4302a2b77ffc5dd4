import assert from "node:assert/strict";
import { test } from "node:test";

import { sharedStart, ShortNames } from "../../../static/js/model/names.js";

/** @param {string[]} names */
function shorten(names) {
  const short = new ShortNames(names);
  return names.map((name) => short.short(name));
}

test("what all names share at both ends is left out", () => {
  assert.deepEqual(
    shorten(["ip-10-0-0-27.eu-west-1.compute.internal", "ip-10-1-0-7.eu-west-1.compute.internal"]),
    ["0-0-27", "1-0-7"],
  );
});

test("names are cut between words, never within one", () => {
  assert.deepEqual(
    shorten(["gke-prod-euw1-default-pool-1a2b3c4d-b1x1", "gke-prod-euw1-default-pool-1a2b3c4d-b1y2"]),
    ["b1x1", "b1y2"],
  );
});

test("short names are whole, and so is a name that is a part of another", () => {
  assert.deepEqual(shorten(["node1", "node2"]), ["node1", "node2"]);
  assert.deepEqual(shorten(["cluster-alpha-worker", "cluster-alpha-worker-2"]), ["worker", "worker-2"]);
});

test("a single number is not a name: a word more of the shared start stays", () => {
  assert.deepEqual(
    shorten(["ip-10-0-0-3.eu-west-1.compute.internal", "ip-10-0-0-12.eu-west-1.compute.internal"]),
    ["0-0-3", "0-0-12"],
  );
});

test("nodes of several pools are told apart by their last words", () => {
  assert.deepEqual(
    shorten([
      "gke-prod-euw1-default-pool-1a2b3c4d-a0x0",
      "gke-prod-euw1-default-pool-1a2b3c4d-b1x1",
      "gke-prod-euw1-high-memory-9f8e7d6c-z9y8",
    ]),
    ["a0x0", "b1x1", "z9y8"],
  );
});

test("a word more is shown where one does not tell them apart", () => {
  assert.deepEqual(
    shorten(["prod-general-purpose-one-a-1", "prod-general-purpose-two-a-1", "prod-memory-optimised-x-b-1"]),
    ["one-a-1", "two-a-1", "x-b-1"],
  );
});

test("otherwise the middle of a long name is left out, and names still differ", () => {
  const names = ["abcdefghijklmnopqrstuvwxyz0", "abcdefghijklmnopqrstuvwxyz1", "zzzzzzzzzzzzzzzzzzzzzzzzzz0"];
  assert.deepEqual(shorten(names), ["abcdefghi…tuvwxyz0", "abcdefghi…tuvwxyz1", "zzzzzzzzz…zzzzzzz0"]);
  const alike = ["aaaaaaaaaaaaaaaaX1aaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaX2aaaaaaaaaaaaaaaa"];
  assert.equal(new Set(shorten(alike)).size, 2);
});

test("a domain that some names have and others lack is left out", () => {
  const address = (/** @type {number} */ i) => `ip-10-27-1-${i}.eu-west-1.compute.internal`;
  const names = ["i-0c42b71d9ab", "i-0d19e2f03cd", address(13), address(19)];
  assert.deepEqual(shorten(names), ["i-0c42b71d9ab", "i-0d19e2f03cd", "ip-10-27-1-13", "ip-10-27-1-19"]);
});

test("one long name alone keeps both ends", () => {
  assert.deepEqual(shorten(["ip-10-0-0-27.eu-west-1.compute.internal"]), ["ip-10-0-0…internal"]);
});

test("pieces together are the whole name, in order", () => {
  const names = ["ip-10-0-0-27.eu-west-1.compute.internal", "ip-10-1-0-7.eu-west-1.compute.internal"];
  const pieces = new ShortNames(names).pieces(names[0]);
  assert.deepEqual(pieces, [
    { text: "ip-10-", visible: false },
    { text: "0-0-27", visible: true },
    { text: ".eu-west-1.compute.internal", visible: false },
  ]);
  for (const name of [...names, "a-name-that-was-not-among-them"])
    assert.equal(
      new ShortNames(names)
        .pieces(name)
        .map(({ text }) => text)
        .join(""),
      name,
    );
});

test("what names share goes up to a separator, and leaves something of each", () => {
  assert.equal(sharedStart(["zone-a", "zone-b"]), 5);
  assert.equal(sharedStart(["zone-1-a", "zone-1"]), 5);
  assert.equal(sharedStart(["zone-", "zone-b"]), 0);
  assert.equal(sharedStart(["alpha", "alps"]), 0);
  assert.equal(sharedStart(["zone-a"]), 0);
});
