import assert from "node:assert/strict";
import { test } from "node:test";

import {
  availabilityFinding,
  progressFinding,
  skewFinding,
} from "../../../../static/js/pages/daytwo/findings.js";

/** @import { AvailabilityVerdict, ProgressVerdict } from "../../../../static/js/types/engine.js" */
/** @import { SkewVerdict, Timeline } from "../../../../static/js/types/engine.js" */

const TABLE = /** @type {Timeline} */ (
  /** @type {unknown} */ ({
    workloads: [
      {
        workload: "web",
        constraints: [
          { topology_key: "host", max_skew: 2 },
          { topology_key: "zone", max_skew: 1 },
        ],
      },
    ],
  })
);

/** @param {object} more */
const skew = (more) =>
  skewFinding(
    TABLE,
    /** @type {SkewVerdict} */ (
      /** @type {unknown} */ ({
        ...{
          workload: "web",
          constraint: 1,
          before: 0,
          worst: 3,
          after: 2,
          worst_moment: 7,
          counts: { a: 3, b: 1 },
        },
        ...more,
      })
    ),
  );

/** @param {object} more */
const available = (more) =>
  availabilityFinding(
    /** @type {AvailabilityVerdict} */ (
      /** @type {unknown} */ ({
        verdict: "loses-availability",
        at_least: 3,
        lowest: 1,
        moment: 4,
        seconds: 90,
        ...more,
      })
    ),
  );

/** @param {object} more */
const progress = (more) =>
  progressFinding(
    /** @type {ProgressVerdict} */ (
      /** @type {unknown} */ ({
        verdict: "stuck",
        seconds: 0,
        pending: 0,
        why: { code: "", operands: {} },
        ...more,
      })
    ),
  );

test("a workload that stays spread is good news without a moment to look at", () => {
  const { good, moment, note, text } = skew({ verdict: "keeps" });
  assert.deepEqual([good, moment, note], [true, null, "by zone, maxSkew 1"]);
  assert.equal(text, "Skew 0 before, 3 at worst, 2 after.");
});

test("a skew that heals is good news, its worst moment is shown", () => {
  const { good, moment, chip } = skew({ verdict: "heals" });
  assert.deepEqual([good, moment, chip], [true, 7, "heals"]);
});

test("a skew that stays lists what each domain holds, up to twelve of them", () => {
  const { good, moment, text } = skew({ verdict: "stays-skewed" });
  assert.deepEqual([good, moment], [false, 7]);
  assert.match(text, /^3\/1 is a skew of 2\. Nothing moves running pods\./);
  const counts = (/** @type {number} */ n) =>
    Object.fromEntries(Array.from({ length: n }, (_, i) => [`z${i}`, 1]));
  assert.match(skew({ verdict: "stays-skewed", counts: counts(12) }).text, /^1(\/1){11} is/);
  assert.match(skew({ verdict: "stays-skewed", counts: counts(13) }).text, /^Nothing moves/);
});

test("availability is kept, was too low already, or is lost for a time", () => {
  assert.equal(
    available({ verdict: "keeps-availability", lowest: 3 }).text,
    "Never fewer than 3 pods available, at least 3 demanded.",
  );
  assert.match(
    available({ verdict: "keeps-availability", lowest: 2 }).text,
    /^Below it from the beginning, 2 /,
  );
  const { good, moment, text } = available({});
  assert.deepEqual([good, moment], [false, 4]);
  assert.match(text, /^1 available at the lowest, at least 3 demanded; below for /);
});

test("what is stuck counts its pending pods and says why, as far as either is known", () => {
  assert.equal(progress({ verdict: "finishes", seconds: 30 }).good, true);
  assert.match(progress({ pending: 1 }).text, /^1 pod stays pending\.$/);
  assert.match(progress({ pending: 2 }).text, /^2 pods stay pending\.$/);
  assert.equal(progress({ pending: 0 }).text, "");
});
