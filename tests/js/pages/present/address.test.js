import assert from "node:assert/strict";
import { test } from "node:test";

import { addressFor } from "../../../../static/js/pages/present/address.js";

/** @param {string} path @param {string} [snapshot] */
const at = (path, snapshot = "") => addressFor(new URL(path, "http://localhost"), snapshot);

test("followers are where the presenter is, with the step and without the presenter's theme", () => {
  assert.equal(
    at("/x/abc/?pod=default/next&theme=dark&point=Filter"),
    "/x/abc/?pod=default/next&point=Filter",
  );
  assert.equal(at("/x/abc/by-hand/"), "/x/abc/by-hand/");
  assert.equal(at("/x/abc..def/"), "/x/abc..def/");
  assert.equal(at("/learn/three-one-zero/?moment=2"), "/learn/three-one-zero/?moment=2");
  assert.equal(at("/"), "/");
  assert.equal(at("/e/abc/?pod=a"), "/x/abc/?pod=a");
});

test("of a draft they see its newest run, and nothing of one that has not run", () => {
  assert.equal(at("/w/2b1f/repairs/?pod=a", "abc"), "/x/abc/repairs/?pod=a");
  assert.equal(at("/w/2b1f/"), null);
});

test("pages that are not for everybody stay with the presenter", () => {
  for (const path of ["/account/", "/live/", "/api/docs", "/signin/"]) assert.equal(at(path), null);
});
