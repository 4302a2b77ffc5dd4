import assert from "node:assert/strict";
import { test } from "node:test";

import { mixOf } from "../../../../../static/js/pages/whatif/capacity/mix.js";

for (const { text, mix } of [
  { text: "", mix: [] },
  { text: "web", mix: [{ pod: "default/web", times: 1 }] },
  {
    text: " shop/web=2, shop/db ",
    mix: [
      { pod: "shop/web", times: 2 },
      { pod: "shop/db", times: 1 },
    ],
  },
  {
    text: "web=0,db=x,",
    mix: [
      { pod: "default/web", times: 1 },
      { pod: "default/db", times: 1 },
    ],
  },
])
  test(`a mix of pods: ${JSON.stringify(text)}`, () => assert.deepEqual(mixOf(text), mix));
