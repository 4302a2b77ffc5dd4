import assert from "node:assert/strict";
import { test } from "node:test";

import { numbersOf } from "../../../../static/js/model/sweeps/numbers.js";

test("numbers are typed one by one or as ranges", () => {
  assert.deepEqual(numbersOf("0..3, 8 5,5"), [0, 1, 2, 3, 5, 8]);
  for (const text of ["", " , ", "1.5", "-1", "3..1", "0..5000", "1;2"])
    assert.equal(numbersOf(text), null, text);
});
