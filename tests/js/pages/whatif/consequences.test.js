// What a repair does besides its purpose.

import assert from "node:assert/strict";
import { test } from "node:test";

import { drawn, textOf } from "../../document.js";
import {
  consequences,
  coverageOf,
  displacedText,
  notesOf,
} from "../../../../static/js/pages/whatif/consequences.js";
import { bestFix } from "../../../../static/js/pages/whatif/words.js";

/** @param {Record<string, unknown>} run @returns {any} */
const repair = (run) => ({ run: { broken: [], moved_count: 0, displaced: 0, ...run }, atoms: [] });

test("it places so many of its workload, and says nothing of one pod alone", () => {
  assert.equal(coverageOf(repair({ gained: 1, waiting: 4 })), "places 1 of 4");
  assert.equal(coverageOf(repair({ gained: 1, waiting: 1 })), "");
});

test("pods that end elsewhere are told from those that are placed too", () => {
  assert.equal(displacedText(repair({ moved_count: 5, displaced: 1 })), "1 other pod ends elsewhere");
  assert.equal(
    displacedText(repair({ moved_count: 5, displaced: 3, stranded: 1 })),
    "1 other pod loses its place, 2 other pods end elsewhere",
  );
  assert.equal(displacedText(repair({ moved_count: 5 })), "");
  assert.equal(displacedText(repair({ moved_count: 5, displaced: undefined })), "5 other pods end elsewhere");
});

test("in a case a repair changes what it shows, elsewhere an expectation breaks", async () => {
  const breaking = repair({ broken: ["a", "b"] });
  assert.match(await said(breaking, true), /changes what the case shows/);
  assert.ok(!(await said(breaking, true)).includes("break"));
  assert.match(await said(breaking, false), /breaks 2 expectations/);
  assert.match(await said(repair({}), false), /moves no other pod/);
});

/** @param {any} one @param {boolean} isCase */
const said = async (one, isCase) => textOf(await drawn(consequences(one, isCase)));

test("a note of several changes is said once", () => {
  const note = { text: "Mind the gap.", phrase: { kind: "none such", operands: {} } };
  assert.deepEqual(notesOf(/** @type {any} */ ({ atoms: [{ notes: [note] }, { notes: [note] }, {}] })), [
    "Mind the gap.",
  ]);
});

test("the best single fix says what it is, and of whom where it is about a pod", () => {
  /** @param {string} kind */
  const fix = (kind) =>
    /** @type {any} */ ({ atoms: [{ text: "do it", kind }], workload: "Deployment core/api", placed: 4 });
  assert.equal(bestFix(fix("manifest"), 8), "Best single fix for core/api: do it (places 4 of 8)");
  assert.equal(bestFix(fix("node"), 8), "Best single fix: do it (places 4 of 8)");
});
