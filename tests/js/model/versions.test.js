import assert from "node:assert/strict";
import { test } from "node:test";

import {
  isFollowed,
  isRecorded,
  offeredWith,
  patchOf,
  releaseOf,
} from "../../../static/js/model/versions.js";

const VERSIONS = {
  offered: ["1.32", "1.33", "1.34", "1.37", "1.38", "1.36+fair-ties", "1.37+fair-ties"],
  default: "1.34",
  names: {
    1.32: "v1.32.2",
    1.33: "v1.33.0",
    1.34: "v1.34.1",
    1.37: "v1.37",
    1.38: "v1.38",
    "1.36+fair-ties": "v1.36.2+fair-ties",
    "1.37+fair-ties": "v1.37+fair-ties",
  },
  read: ["1.37", "1.38", "1.37+fair-ties"],
  planned: ["1.38"],
};

test("a patch release keeps its patch, unless the minor release follows that", () => {
  assert.equal(releaseOf(VERSIONS, "v1.33.0"), "1.33");
  assert.equal(releaseOf(VERSIONS, "v1.33.13"), "1.33.13");
  assert.equal(releaseOf(VERSIONS, "v1.37"), "1.37");
  assert.equal(patchOf(VERSIONS, "1.33"), "1.33.0");
  assert.equal(patchOf(VERSIONS, "1.33.13"), "1.33.13");
  assert.equal(patchOf(VERSIONS, "1.37"), "1.37");
});

test("patch releases of offered versions can be followed, and only what was recorded is", () => {
  const followed = ["1.33", "1.33.13", "1.17.3", "1.33.x", "1.33.100", undefined].map((release) =>
    isFollowed(VERSIONS, release),
  );
  assert.deepEqual(followed, [true, true, false, false, false, false]);
  const recorded = ["1.33", "1.33.13", "1.37"].map((release) => isRecorded(VERSIONS, release));
  assert.deepEqual(recorded, [true, false, false]);
});

test("a patch release is listed after the recorded one of its minor release", () => {
  const listed = offeredWith(VERSIONS, ["1.33.13", "1.32.1", "1.32"]);
  assert.deepEqual(listed, [
    "1.32.1",
    "1.32",
    "1.33",
    "1.33.13",
    "1.34",
    "1.36+fair-ties",
    "1.37",
    "1.37+fair-ties",
    "1.38",
  ]);
});

test("a version keeps its switch, of a patch release too", () => {
  assert.equal(releaseOf(VERSIONS, "v1.36.2+fair-ties"), "1.36+fair-ties");
  assert.equal(releaseOf(VERSIONS, "v1.36.3+fair-ties"), "1.36.3+fair-ties");
  const names = ["1.36+fair-ties", "1.36.3+fair-ties", "1.33.13+fair-ties"];
  assert.deepEqual(
    names.map((name) => isFollowed(VERSIONS, name)),
    [true, true, false],
  );
  const recorded = ["1.36+fair-ties", "1.37+fair-ties"].map((name) => isRecorded(VERSIONS, name));
  assert.deepEqual(recorded, [true, false]);
});
