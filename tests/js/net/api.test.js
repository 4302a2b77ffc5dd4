import assert from "node:assert/strict";
import { test } from "node:test";

// The module looks whether the page is a file that holds its answers.
await import("../document.js");
const { ApiError, messageOf, post } = await import("../../../static/js/net/api.js");

test("an error of the server reads as a sentence, and a path stays as it is spelt", () => {
  const limit = new ApiError(429, [{ path: "", message: "too many runs: the limit is 2 per hour" }]);
  assert.equal(messageOf(limit), "Too many runs: the limit is 2 per hour");
  const invalid = new ApiError(422, [{ path: "spec.nodeName", message: "must be a string" }]);
  assert.equal(messageOf(invalid), "spec.nodeName: must be a string");
  assert.equal(messageOf("a text"), "a text");
});

test("a large body goes packed, unless it would unpack to more than the server takes", async () => {
  /** @type {RequestInit[]} */
  const sent = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (_, init) => {
    sent.push(init ?? {});
    return new Response("{}", { headers: { "Content-Type": "application/json" } });
  };
  const lines = Array.from({ length: 100_000 }, (_, number) => `name: pod-${number * 7919}`);
  try {
    for (const text of [lines.join("\n"), "x".repeat(2_000_000), "x"]) await post("/api/messages", { text });
  } finally {
    globalThis.fetch = fetch;
  }
  const encodings = sent.map((init) => new Headers(init.headers).get("Content-Encoding"));
  assert.deepEqual(encodings, ["gzip", null, null]);
});
