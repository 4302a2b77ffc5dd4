import assert from "node:assert/strict";
import { test } from "node:test";

import { zoneTexts } from "../../../static/js/model/zonewords.js";

test("zones are told apart by what they do not share", () => {
  assert.deepEqual([...zoneTexts(["eu-west-1a", "eu-west-1b", ""]).values()], ["1a", "1b", "no zone"]);
  assert.deepEqual([...zoneTexts(["westeurope-1"]).values()], ["westeurope-1"]);
});
