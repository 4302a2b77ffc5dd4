import assert from "node:assert/strict";
import { test } from "node:test";

import { noteAfter, paramsOfPlace, placeName, placeOf } from "../../../../static/js/pages/notes/places.js";

test("a note is pinned to the step, the node and the number, and to nothing else of the address", () => {
  const step = {
    node: "b1",
    pod: "default/web-0",
    point: "Filter",
    plugin: "PodTopologySpread",
    why: "domain:filter:0:b",
    level: "Node",
    pin: "a1",
  };
  const place = placeOf(step);
  const { level: _, pin: __, ...pinned } = step;
  assert.deepEqual(paramsOfPlace(place), pinned);
  assert.equal(placeName(place), "web-0 · Filter PodTopologySpread · b1 · domain:filter:0:b");
  assert.equal(placeOf({ node: "b1", pod: "default/web-0" }), placeOf({ pod: "default/web-0", node: "b1" }));
  assert.equal(placeName(""), "");
});

test("after the notes on what is shown comes the next that was written; at first the first", () => {
  const notes = ["pod=a", "pod=b", "pod=a", "pod=c"].map((place) => ({ place }));
  assert.equal(noteAfter(notes, "pod=z"), notes[0]);
  assert.equal(noteAfter(notes, "pod=a"), notes[3]);
  assert.equal(noteAfter(notes, "pod=c"), null);
  assert.equal(noteAfter([], ""), null);
});
