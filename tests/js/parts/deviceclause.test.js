import assert from "node:assert/strict";
import { test } from "node:test";

import {
  briefly,
  clauseWord,
  deviceName,
  holderText,
  requestText,
  shortValues,
  whyNotDevice,
} from "../../../static/js/parts/deviceclause.js";

/** @import { DeviceClause } from "../../../static/js/types/engine.js" */

const NAMES = { device: "gpu.example.com/pool/gpu-3", request: "gpu" };

/** @param {object} more */
const clause = (more) => /** @type {DeviceClause} */ (/** @type {unknown} */ ({ ok: false, ...more }));

/** @param {object} of */
const why = (of) => whyNotDevice(clause(of), NAMES);

test("devices and attributes go without what all of them repeat", () => {
  assert.equal(deviceName(NAMES.device), "gpu-3");
  assert.equal(briefly('device.attributes["d.example.com"].model == "a100"'), 'model == "a100"');
  assert.equal(briefly("device.capacity['d'].memory > 1"), "memory > 1");
});

test("a holder is this pod's own request, a claim, or another pod of the group", () => {
  const holder = (/** @type {object} */ more) =>
    holderText([/** @type {any} */ ({ request: "", claim: "shop/claim", pods: [], ...more })]);
  assert.equal(holderText([]), "another pod of the group");
  assert.equal(holder({ request: "nic" }), "request nic of this pod");
  assert.equal(holder({ pods: ["shop/a", "shop/b"] }), "shop/claim, for shop/a, shop/b");
  assert.equal(holder({}), "shop/claim");
});

test("an expression is quoted by the condition that fails, with what the device has", () => {
  const failing = (/** @type {string | null} */ value) => ({
    ...{ kind: "selector", owner: "gpu", expression: "all of it", error: "" },
    conditions: [
      { text: "device.driver == 'd'", holds: true, operands: [] },
      {
        text: 'device.attributes["d"].model == "a100"',
        holds: false,
        operands: [{ text: "x.model", value }],
      },
    ],
  });
  assert.equal(why(failing('"h100"')), 'gpu-3: request gpu requires model == "a100", but it is "h100"');
  assert.equal(why(failing(null)), 'gpu-3: request gpu requires model == "a100", but gpu-3 has none');
  assert.equal(
    why({ ...failing("x"), error: "no such key" }),
    'gpu-3: request gpu requires model == "a100": no such key',
  );
  assert.equal(clauseWord(clause(failing('"h100"'))), 'model: "h100"');
  assert.equal(clauseWord(clause({ ...failing("x"), ok: true })), "selects");
});

test("a constraint says what is missing, or what clashes with it", () => {
  const constraint = {
    kind: "constraint",
    attribute: "numa",
    rule: "matchAttribute",
    clash_device: "",
    clash_value: null,
  };
  assert.equal(
    why({ ...constraint, value: null }),
    "gpu-3: matchAttribute needs numa, which it does not have",
  );
  assert.equal(
    why({ ...constraint, value: "1", clash_device: "d/p/nic-0", clash_value: "0" }),
    "gpu-3 and nic-0 are both free, but differ in numa (1, 0); the claim wants one value",
  );
  const clash = { clash_device: "d/p/nic-0", clash_value: '"pci0000:c9"', value: '"pci0000:17"' };
  assert.equal(
    why({ ...constraint, ...clash, attribute: "resource.kubernetes.io/pcieRoot" }),
    "gpu-3 and nic-0 are both free, but on different PCIe roots (17, c9); the claim wants one root",
  );
  assert.match(
    why({ ...constraint, ...clash, clash_value: clash.value, rule: "distinctAttribute" }),
    /have the same numa \(17\)/,
  );
  assert.equal(why({ ...constraint, value: "1" }), "gpu-3: matchAttribute numa does not allow 1");
});

test("a pool that cannot be used says why", () => {
  const pool = (/** @type {string} */ trouble) => clauseWord(clause({ kind: "pool", trouble }));
  assert.deepEqual(["incomplete", "invalid", ""].map(pool), ["incomplete", "invalid", "replaced"]);
  assert.equal(clauseWord(clause({ kind: "pool", ok: true, trouble: "" })), "complete");
});

test("one device is asked for in the singular", () => {
  const request = { mode: "ExactCount", device_class: "gpu" };
  assert.equal(requestText({ ...request, count: 1 }), "1 device of class gpu");
  assert.equal(requestText({ ...request, count: 2 }), "2 devices of class gpu");
  assert.equal(requestText({ ...request, mode: "All", count: 0 }), "all of class gpu");
});

test("values are cut where all of them begin alike, at a colon and not within a number", () => {
  assert.deepEqual([...shortValues(['"pci0000:c1"', '"pci0000:c9"']).values()], ["c1", "c9"]);
  assert.deepEqual([...shortValues(['"pci0000:c1"', '"pci0001:c9"']).values()], ["pci0000:c1", "pci0001:c9"]);
  assert.deepEqual([...shortValues(['"pci0000:c1"']).values()], ["pci0000:c1"]);
});
