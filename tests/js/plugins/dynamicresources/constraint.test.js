import assert from "node:assert/strict";
import { test } from "node:test";

import {
  agreedAttribute,
  clashOf,
  sharedBy,
} from "../../../../static/js/plugins/dynamicresources/constraint.js";

/** @import { ConstraintClause, NodeClaimsFact } from "../../../../static/js/types/engine.js" */

const ROOT = "resource.kubernetes.io/pcieRoot";
const GPU = "gpu.nvidia.com/a/gpu-0";
const NIC = "rdma.example.com/a/nic-0";

/** @param {object} more @returns {ConstraintClause} */
const clause = (more) => ({
  kind: "constraint",
  ok: true,
  rule: "matchAttribute",
  attribute: ROOT,
  value: '"pci0000:17"',
  clash_device: "",
  clash_value: null,
  ...more,
});

const REFUSED = clause({ ok: false, value: '"pci0000:c9"', clash_device: GPU, clash_value: '"pci0000:17"' });

/** A node with a GPU and a card on different roots. @param {"rejected" | "fits"} verdict */
function pair(verdict = "rejected") {
  const [at17, atC9] = [clause({}), clause({ value: '"pci0000:c9"' })];
  const cell = (/** @type {object[]} */ clauses, failing = 0, refused = /** @type {object[]} */ ([])) => ({
    ...{ clauses, failing, refused, taken: false, decides: null },
  });
  const device = (/** @type {string} */ id) => {
    const [driver, pool, name] = id.split("/");
    return { driver, pool, name, attributes: {}, capacity: {}, holders: [] };
  };
  return /** @type {NodeClaimsFact} */ (
    /** @type {unknown} */ ({
      verdict,
      devices: [device(GPU), device(NIC)],
      rows: [
        { request: "gpu", cells: [cell([at17]), cell([atC9], 1)] },
        { request: "nic", cells: [cell([at17], 1), cell([atC9], 0, [REFUSED])] },
      ],
      rejection: { clause: REFUSED },
    })
  );
}

test("both devices of a pair that a constraint parts clash with each other, and no cell of another request", () => {
  const clashes = (/** @type {NodeClaimsFact} */ xray) =>
    [0, 1].map((row) => [0, 1].map((device) => clashOf(xray, row, device)?.clash_device ?? null));
  assert.deepEqual(clashes(pair()), [
    [NIC, null],
    [null, GPU],
  ]);
  const back = clashOf(pair(), 0, 0);
  assert.deepEqual([back?.value, back?.clash_value], ['"pci0000:17"', '"pci0000:c9"']);
});

test("a device that was taken in the end clashes with none", () => {
  assert.equal(clashOf(pair("fits"), 0, 0), null);
  assert.equal(clashOf(pair("fits"), 1, 1)?.clash_device, GPU);
});

test("devices stand under the value that they share, with what is lacking there", () => {
  const xray = pair();
  assert.equal(agreedAttribute(xray), ROOT);
  assert.deepEqual(
    sharedBy(xray, ROOT).map(({ value, devices, lacking }) => [
      value,
      devices.map(({ device, requests }) => `${device.name} for ${requests}`),
      lacking,
    ]),
    [
      ["17", ["gpu-0 for gpu"], ["nic"]],
      ["c9", ["nic-0 for nic"], ["gpu"]],
    ],
  );
});
