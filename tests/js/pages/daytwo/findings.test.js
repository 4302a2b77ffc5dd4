import assert from "node:assert/strict";
import { test } from "node:test";

import {
  availabilityFinding,
  progressFinding,
  skewFinding,
} from "../../../../static/js/pages/daytwo/findings.js";

/** @import { AvailabilityVerdict, PlayAction } from "../../../../static/js/types/engine.js" */
/** @import { ProgressVerdict } from "../../../../static/js/types/engine.js" */
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
        workload: "web",
        verdict: "loses-availability",
        at_least: 3,
        lowest: 1,
        moment: 4,
        seconds: 90,
        ...more,
      })
    ),
  );

const ROLLOUT = /** @type {PlayAction} */ (
  /** @type {unknown} */ ({ kind: "rollout", operands: { workload: "web" }, step: { rollout: "web" } })
);

/** @param {object} more @param {PlayAction} [action] */
const progress = (more, action) =>
  progressFinding(
    action,
    /** @type {ProgressVerdict} */ (
      /** @type {unknown} */ ({
        workload: "web",
        verdict: "stuck",
        seconds: 0,
        pending: 0,
        why: { code: "", operands: {} },
        ...more,
      })
    ),
  );

test("a workload that stays spread is good news without a moment to look at", () => {
  const { good, of, moment, title, text } = skew({ verdict: "keeps" });
  assert.deepEqual([good, of, moment, title], [true, "web", null, "stays spread over zone"]);
  assert.equal(text, "Skew 0 before, 3 at worst, 2 after; maxSkew is 1.");
});

test("a skew that heals is good news, its worst moment is shown", () => {
  const { good, moment, chip } = skew({ verdict: "heals" });
  assert.deepEqual([good, moment, chip], [true, 7, "heals"]);
});

test("a skew that stays lists what each domain holds, up to twelve of them", () => {
  const { good, moment, text } = skew({ verdict: "stays-skewed" });
  assert.deepEqual([good, moment], [false, 7]);
  assert.match(text, /^3\/1 is a skew of 2\. Running pods are not moved\./);
  const counts = (/** @type {number} */ n) =>
    Object.fromEntries(Array.from({ length: n }, (_, i) => [`z${i}`, 1]));
  assert.match(skew({ verdict: "stays-skewed", counts: counts(12) }).text, /^1(\/1){11} is/);
  assert.match(skew({ verdict: "stays-skewed", counts: counts(13) }).text, /^Running pods are not/);
});

test("availability is kept, was too low already, or is lost for a time", () => {
  const finding = available({ verdict: "keeps-availability", lowest: 3 });
  assert.deepEqual(
    [finding.of, finding.title, finding.text],
    ["web", "stays available", "Never below the 3 pods required."],
  );
  assert.match(
    available({ verdict: "keeps-availability", lowest: 2 }).text,
    /^Already below the 3 pods required \(2 /,
  );
  const { good, moment, text } = available({});
  assert.deepEqual([good, moment], [false, 4]);
  assert.match(text, /^Down to 1 of the 3 pods required; below that for /);
});

test("only a rollout of the workload itself finishes or hangs as a rollout", () => {
  const done = { verdict: "finishes", seconds: 30 };
  assert.equal(progress(done, ROLLOUT).title, "its rollout finishes");
  assert.equal(progress(done).title, "has all its pods");
  assert.equal(progress({ ...done, workload: "db" }, ROLLOUT).title, "has all its pods");
  assert.equal(progress({ pending: 1 }, ROLLOUT).title, "its rollout is stuck");
  assert.equal(progress({ pending: 2 }).title, "2 pods stay pending");
  assert.equal(progress({ pending: 0 }).title, "is stuck");
});

test("a scheduler's message is cut down to what most nodes answer, and kept beside", () => {
  const message =
    "0/80 nodes are available: 24 node(s) had untolerated taint {storage: }, 48 Insufficient nvidia.com/gpu, " +
    "8 node(s) had untolerated taint {nvidia.com/gpu: present}. preemption: 0/80 nodes are available: 32 " +
    "Preemption is not helpful for scheduling, 48 No preemption victims found for incoming pod.";
  const why = (/** @type {string} */ text) => ({ code: "scheduler rejected", operands: { message: text } });
  const { text, raw } = progress({ pending: 4, why: why(message) });
  assert.deepEqual([text, raw], ["48 of 80 nodes: Insufficient nvidia.com/gpu; the others differ.", message]);
  assert.equal(
    progress({ why: why("0/3 nodes are available: 3 Too many pods.") }).text,
    "3 of 3 nodes: Too many pods.",
  );
  assert.equal(progress({ why: why("error reading claims") }).text, "");
});
