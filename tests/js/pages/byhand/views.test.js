import assert from "node:assert/strict";
import { test } from "node:test";

import { all, drawn, textOf } from "../../document.js";

const { board, tries, tryOn } = await import("../../../../static/js/pages/byhand/board.js");
const { Board, Caption, Queue, Turn } = await import("../../../../static/js/pages/byhand/views.js");
const { h } = await import("../../../../static/js/lib/view.js");

/** @param {string} name @param {object} more */
const node = (name, more) => ({
  ...{ name, zone: "a", pods: [], cpu: 4000, used: 1000, fits: true, plugin: "", why: "", steps: [] },
  ...{ total: 90 },
  ...more,
});
const BOARD = /** @type {any} */ ({
  pods: ["default/web-0", "default/web-1"].map((pod) => ({ pod, scheduler: "n1" })),
  chosen: [],
  pod: "default/web-0",
  asks: { cpu: 500 },
  nodes: [node("n1", {}), node("n2", { total: 80 }), node("n3", { fits: false, why: "too full" })],
  best: "n1",
  best_total: 90,
});

/**
 * What all parts say of a board once these nodes were tried.
 * @param {object} more @param {...string} tried
 */
async function says(more, ...tried) {
  board.set({ ...BOARD, ...more });
  tries.set([]);
  for (const name of tried) tryOn(name);
  const parts = await Promise.all([Turn, Queue, Board, Caption].map((part) => drawn(h(part, {}))));
  return { turn: textOf(parts[0]), queue: parts[1], board: parts[2], caption: textOf(parts[3]) };
}

test("before a try the reader is asked, and nothing is said of the scheduler's choice", async () => {
  const { turn, queue, board: shown, caption } = await says({});
  assert.equal(turn, "pod 1 of 2");
  assert.deepEqual(
    all(queue, "li").map(({ attributes }) => attributes.class),
    ["now", "next"],
  );
  assert.match(textOf(shown), /Click a node, or drag the pod onto it\./);
  assert.equal(caption, "Where does web-0 go?Leave it pending");
});

test("a node that rejects the pod says why, and does not take it", async () => {
  const { board: shown, caption } = await says({}, "n3");
  const [, , third] = all(shown, "place");
  assert.deepEqual([third.attributes.class, third.attributes["aria-pressed"]], ["place no", "false"]);
  assert.equal(third.attributes["aria-label"], "n3, 0 pods: too full");
  assert.equal(caption, "n3 rejects web-0: too fullLeave it pending");
});

test("a legal choice that is not the scheduler's is compared with its", async () => {
  const { board: shown, caption } = await says({}, "n3", "n2");
  assert.equal(caption, "Allowed, but the scheduler would have chosen n1: 90 to 80.Next pod");
  assert.deepEqual(all(shown, "versus").map(textOf), ["n190scheduler", "n280you"]);
  assert.deepEqual(all(all(shown, "tries"), "li").length, 2);
});

test("at the end all choices stand beside the scheduler's", async () => {
  const chosen = ["n1", null].map((on, i) => ({
    ...{ pod: `default/web-${i}`, node: on, total: on && 90, best: "n1", best_total: 90 },
  }));
  const { turn, board: shown, caption } = await says({ pod: "", chosen, best: null });
  assert.equal(turn, "all pods have been tried");
  const rows = all(all(shown, "tbody"), "tr");
  assert.deepEqual(rows.map(textOf), ["web-0n1 90n1 90n1", "web-1waitsn1 90n1"]);
  assert.deepEqual(
    rows.map(({ attributes }) => attributes.class),
    ["same", undefined],
  );
  assert.equal(caption, "1 of 2 match the scheduler's choice.Start again");
});
