import assert from "node:assert/strict";
import { test } from "node:test";

import { rangeOf, scoresOf } from "../../../static/js/model/scores.js";
import { cycles } from "./cycles.js";

const scored = cycles().filter(({ view }) => view.scored);

for (const { name, view, byName } of scored) {
  const scores = scoresOf(view);
  const { trace } = byName;

  test(`scores are those of the trace, the highest total first: ${name}`, () => {
    const totals = Object.entries(trace.total ?? {});
    assert.deepEqual(
      scores.nodes.map((node) => [scores.name(node), scores.total(node)]),
      totals.sort(([a, one], [b, other]) => other - one || view.indexOf(a) - view.indexOf(b)),
    );
    for (const plugin of scores.plugins)
      for (const node of scores.nodes) {
        const nodeName = scores.name(node);
        assert.equal(scores.raw(plugin, node), trace.score?.[plugin][nodeName]);
        assert.equal(scores.normalized(plugin, node), trace.normalized?.[plugin][nodeName]);
        assert.equal(
          scores.weighted(plugin, node),
          (trace.normalized?.[plugin][nodeName] ?? 0) * (trace.weights?.[plugin] ?? 0),
        );
      }
    assert.deepEqual(view.namesOf(scores.best), trace.best);
    assert.equal(scores.name(scores.winner), trace.selected ?? "");
    assert.equal(
      scores.name(scores.runnerUp),
      scores.nodes.map(scores.name).find((nodeName) => nodeName !== trace.selected) ?? "",
    );
  });

  test(`a node that was not scored has no score: ${name}`, () => {
    assert.deepEqual(
      view.names.filter((_, node) => scores.has(node)).sort(),
      Object.keys(trace.total ?? {}).sort(),
    );
    assert.equal(scores.has(-1), false);
  });

  test(`ranges are over the scored nodes: ${name}`, () => {
    for (const plugin of scores.plugins) {
      const values = Object.values(trace.score?.[plugin] ?? {});
      assert.deepEqual(scores.range(plugin), { min: Math.min(...values), max: Math.max(...values) });
    }
  });
}

test("nothing has the range 0 to 0", () => {
  assert.deepEqual(rangeOf([]), { min: 0, max: 0 });
  assert.deepEqual(rangeOf([NaN]), { min: 0, max: 0 });
  assert.deepEqual(rangeOf([NaN, -2, 3]), { min: -2, max: 3 });
});
