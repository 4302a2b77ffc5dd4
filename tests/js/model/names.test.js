import assert from "node:assert/strict";
import { test } from "node:test";

import { cutName, hostLength, partsOf, sharedStart, withoutMiddle } from "../../../static/js/model/names.js";
import { shared } from "../shared.js";

const CLOUD = "ip-10-0-12-86.eu-west-1.compute.internal";
const SCALE_SET = "aks-userpool1-37291234-vmss00000j";
const POD = "payments-production/payments-api-7d9c5b6f4-zk0x9";

test("a name has a part that is cut first, one that is cut then, and one that stays", () => {
  const parts = (/** @type {string} */ name) => Object.values(partsOf(name));
  assert.deepEqual(parts(CLOUD), ["", "ip-10", "-0-12-86", ".eu-west-1.compute.internal"]);
  assert.deepEqual(parts(SCALE_SET), ["", "aks-userpool1-37291234-vm", "ss00000j", ""]);
  assert.deepEqual(parts(POD), ["payments-production/", "payments-api-7d9c5b6", "f4-zk0x9", ""]);
});

test("of a short name nothing is cut", () => {
  for (const name of ["node1", "kind-worker2", "10.0.0.12", "db-1.east"])
    assert.deepEqual(partsOf(name), { namespace: "", head: "", tail: name, domain: "" });
});

test("the parts together are the name", () => {
  const names = shared("node_families").flatMap((/** @type {any} */ { pools }) =>
    pools.flatMap((/** @type {any} */ { nodes }) => Object.values(nodes).flat()),
  );
  for (const name of [...names, CLOUD, POD, "a.b.c", "web-0", "x/y"])
    assert.equal(Object.values(partsOf(name)).join(""), name);
});

test("what many names share goes before what tells them apart", () => {
  assert.equal(cutName(CLOUD, CLOUD.length), CLOUD);
  assert.equal(cutName(CLOUD, 30), "ip-10-0-12-86");
  assert.equal(cutName(CLOUD, 12), "ip-…-0-12-86");
  assert.equal(cutName(POD, 20), "payments-ap…f4-zk0x9");
  assert.equal(cutName(SCALE_SET, 9), "…ss00000j");
  assert.equal(cutName(SCALE_SET, 4), "…00j");
  assert.equal(hostLength(CLOUD), 13);
});

test("the middle of another text goes", () => {
  assert.equal(withoutMiddle("13 × m7i.2xlarge general", 12), "13 × m…neral");
  assert.equal(withoutMiddle("zone-a", 6), "zone-a");
});

test("what texts share goes up to a separator, and leaves something of each", () => {
  assert.equal(sharedStart(["zone-a", "zone-b"]), 5);
  assert.equal(sharedStart(["zone-1-a", "zone-1"]), 5);
  assert.equal(sharedStart(["zone-", "zone-b"]), 0);
  assert.equal(sharedStart(["alpha", "alps"]), 0);
  assert.equal(sharedStart(["zone-a"]), 0);
});
