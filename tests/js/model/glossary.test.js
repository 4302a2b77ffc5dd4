import assert from "node:assert/strict";
import { test } from "node:test";

import { pageOf, sourceOf, termOf, wordsIn } from "../../../static/js/model/glossary.js";

const moved = {
  kind: "term",
  name: "moved",
  text: "A word whose source was moved, and is gone now.",
  sources: /** @type {[string, string | null][]} */ ([
    ["1.9", "old.go"],
    ["1.10", "new.go"],
    ["1.12", null],
  ]),
  at: "func Moved(a, b",
  lines: { "v1.10.0": 42 },
};
const page = /** @type {{glossary?: {}}} */ (globalThis);
const glossary = {
  terms: { moved },
  tags: { 1.8: "v1.8.0", 1.9: "v1.9.4", "1.10": "v1.10.0", 1.12: "v1.12.1" },
  release: "1.10",
  sources: "https://example.org/",
  page: "/glossary/",
};

test("a page without terms knows no word", () => {
  assert.equal(termOf("moved"), null);
  assert.equal(sourceOf(moved), null);
});

test("a word is found by its id, and nothing else is", () => {
  page.glossary = glossary;
  assert.equal(termOf("moved"), moved);
  assert.equal(termOf("toString"), null);
  assert.equal(termOf(undefined), null);
  assert.equal(pageOf("moved"), "/glossary/#moved");
});

test("a source is the line in the version that is shown, or its text where the line is not known", () => {
  page.glossary = glossary;
  assert.deepEqual(sourceOf(moved, "v1.9.4"), {
    tag: "v1.9.4",
    url: "https://example.org/v1.9.4/old.go#:~:text=func%20Moved(a%2C%20b",
  });
  assert.deepEqual(sourceOf(moved, "1.10"), {
    tag: "v1.10.0",
    url: "https://example.org/v1.10.0/new.go#L42",
  });
  assert.deepEqual(sourceOf(moved, ""), { tag: "v1.10.0", url: "https://example.org/v1.10.0/new.go#L42" });
  assert.equal(sourceOf(moved, "1.12"), null);
  assert.equal(sourceOf(moved, "1.8"), null);
});

test("the words of a sentence are found, the longest first, and no part of a name is", () => {
  /** @param {string} kind @param {string} name */
  const word = (kind, name) => ({ kind, name, text: "" });
  page.glossary = {
    ...glossary,
    terms: {
      domain: word("term", "domain"),
      eligibleDomain: word("term", "eligible domain"),
      maxSkew: word("field", "maxSkew"),
      weight: word("field", "weight"),
      Skip: word("status", "Skip"),
      NoSchedule: word("policy", "NoSchedule"),
    },
  };
  /** @param {string} sentence */
  const ids = (sentence) => wordsIn(sentence).flatMap(({ id }) => id ?? []);
  /** @param {string} sentence */
  const texts = (sentence) => wordsIn(sentence).flatMap(({ text, id }) => (id ? text : []));
  assert.deepEqual(ids("All 2 eligible domains hold more than maxSkew."), ["eligibleDomain", "maxSkew"]);
  assert.deepEqual(texts("Domains of zone"), ["Domains"]);
  assert.deepEqual(ids("domain-0, my-domain, ns/domain and example.domain.io stay"), []);
  assert.deepEqual(ids("Skip it, its weight is 1: NoSchedule"), ["NoSchedule"]);
  const sentence = "This domain, then.";
  assert.equal(
    wordsIn(sentence)
      .map(({ text }) => text)
      .join(""),
    sentence,
  );
});
