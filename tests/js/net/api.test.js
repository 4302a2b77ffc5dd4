import assert from "node:assert/strict";
import { test } from "node:test";

// The module looks whether the page is a file that holds its answers.
Object.assign(globalThis, { document: { getElementById: () => null } });
const { ApiError, messageOf } = await import("../../../static/js/net/api.js");
Reflect.deleteProperty(globalThis, "document");

test("an error of the server reads as a sentence, and a path stays as it is spelt", () => {
  const limit = new ApiError(429, [{ path: "", message: "too many runs: the limit is 2 per hour" }]);
  assert.equal(messageOf(limit), "Too many runs: the limit is 2 per hour");
  const invalid = new ApiError(422, [{ path: "spec.nodeName", message: "must be a string" }]);
  assert.equal(messageOf(invalid), "spec.nodeName: must be a string");
  assert.equal(messageOf("a text"), "a text");
});
