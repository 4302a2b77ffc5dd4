import assert from "node:assert/strict";
import { test } from "node:test";

import { hardConstraint } from "../../../static/js/model/constraint.js";

/** @import { HardSpreadColumns } from "../../../static/js/types/engine.js" */

const TAINT = { plugin: "TaintToleration", operand: "dedicated=batch:NoSchedule" };
const CORDON = { plugin: "NodeUnschedulable", operand: "node(s) were unschedulable" };

/** A constraint over domains of two nodes each. @param {string[]} values */
const columns = (values) =>
  /** @type {HardSpreadColumns} */ (
    /** @type {unknown} */ ({
      domains: {
        value: values,
        of_node: Int8Array.from(values.flatMap((_, i) => [i, i])),
        pods: values.map(() => []),
        count: Int8Array.from(values, () => 0),
        skew: Int8Array.from(values, () => 1),
        headroom: Int8Array.from(values, () => 0),
        fits: Int8Array.from(values, () => 1),
      },
      not_counted: { rule: new Int8Array(2 * values.length), rules: [""] },
      minimum: { held_by: Int8Array.of(0), value: 0 },
    })
  );

test("a domain is closed where each of its nodes is, by all of their reasons", () => {
  const closed = { by: Int8Array.of(0, 1, 0, -1, 0, 0), reasons: [TAINT, CORDON] };
  const { domains } = hardConstraint(columns(["a", "b", "c"]), closed);
  assert.deepEqual(
    domains.map((domain) => domain.closed),
    [[TAINT, CORDON], [], [TAINT]],
  );
});
