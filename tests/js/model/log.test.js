import assert from "node:assert/strict";
import { test } from "node:test";

import * as page from "../../../static/js/model/log.js";
import { shared } from "../shared.js";

const run = shared("run");
const log = page.extend(page.emptyLog(), run.events);
const [urgent, other, huge, foreign, again] = log.cycles;

test("events become cycles, in order and with their points", () => {
  assert.deepEqual(
    log.cycles.map(({ pod, attempt }) => [pod, attempt]),
    [
      ["default/urgent", 1],
      ["default/other", 1],
      ["default/huge", 1],
      ["default/foreign", 1],
      ["default/urgent", 2],
      ["default/huge", 2],
    ],
  );
  assert.deepEqual(Object.keys(urgent.points), ["PreFilter", "Filter", "PostFilter"]);
  assert.equal(log.done, 6);
  assert.ok(log.started && log.finished);
});

test("more events do not change the earlier log", () => {
  const before = page.extend(page.emptyLog(), run.events.slice(0, 3));
  const after = page.extend(before, run.events.slice(3));
  assert.equal(before.done, 0);
  assert.equal(after.done, 6);
});

test("a cycle that a resumed log has no beginning of is opened by its end", () => {
  const finished = run.events.find((/** @type {any} */ event) => event.kind === "cycle.finished");
  const { cycles } = page.extend(page.emptyLog(), [finished]);
  assert.equal(cycles[0].pod, "default/urgent");
  assert.equal(cycles[0].finished, finished);
});

test("of a cancelled run the cycle that was being computed is none", () => {
  const first = run.events.findIndex((/** @type {any} */ event) => event.kind === "cycle.finished");
  const begun = run.events.slice(0, first + 3);
  assert.equal(page.extend(page.emptyLog(), begun).cycles.length, 2);
  const cancelled = page.extend(page.emptyLog(), [...begun, { kind: "run.cancelled" }]);
  assert.ok(cancelled.cancelled);
  assert.equal(cancelled.cycles.length, 1);
});

test("a failed run says why", () => {
  assert.equal(
    page.extend(page.emptyLog(), [{ kind: "run.failed", message: "too large" }]).failed,
    "too large",
  );
  assert.equal(page.extend(page.emptyLog(), [{ kind: "run.failed" }]).failed, "The run failed.");
});

test("tallies are those of the engine, also before the run has finished", () => {
  assert.deepEqual(page.talliesOf(log), run.tallies);
  assert.deepEqual(page.talliesOf({ ...log, finished: null }), run.tallies);
});

test("a pod that was placed and preempted neither runs nor waits", () => {
  const cycles = [
    { ...other, finished: { ...other.finished, node: "n1", victims: [] } },
    { ...again, finished: { ...again.finished, node: "n1", victims: ["default/other"] } },
  ];
  assert.deepEqual(page.talliesOf(/** @type {any} */ ({ ...log, cycles, finished: null })), {
    placed: 1,
    waiting: 0,
    victims: 1,
  });
});

test("the plugin that rejected most nodes is the engine's", () => {
  assert.deepEqual(log.cycles.map(page.mostRejecting), run.rejected_most);
  assert.equal(page.rejectedIn(urgent), 2);
  assert.equal(page.rejectedIn(foreign), 0);
});

test("attempts of a pod know each other, and what brought it back", () => {
  assert.equal(page.attemptAfter(urgent, log), again);
  assert.equal(page.attemptAfter(again, log), undefined);
  const back = page.broughtBack(again, log);
  assert.equal(back?.move.event, "AssignedPodDelete");
  assert.equal(back?.move.about, "default/low");
  assert.equal(page.broughtBack(urgent, log), null);
});

test("events that left a pod where it was are listed too", () => {
  const looks = page.queueEventsAfter(huge, log);
  assert.deepEqual(
    looks.map(({ move }) => [move.event, move.about, move.of_nomination ?? false]),
    [
      ["AssignedPodAdd", "default/urgent", false],
      ["AssignedPodDelete", "default/urgent", true],
    ],
  );
  assert.equal(page.leftWaiting(log.cycles[5], log)?.flush_at, 300);
  assert.equal(page.leftWaiting(urgent, log), null); // it was tried again
});

test("a cycle has its place in the run", () => {
  assert.equal(page.placeOf(huge, log), "3 of 6");
});
