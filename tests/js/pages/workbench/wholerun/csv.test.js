import assert from "node:assert/strict";
import { test } from "node:test";

import { emptyLog, extend } from "../../../../../static/js/model/log.js";
import { placementsCsv } from "../../../../../static/js/pages/workbench/wholerun/csv.js";
import { shared } from "../../../shared.js";

const log = extend(emptyLog(), shared("run").events);

test("every attempt is a line, in scheduling order", () => {
  const [head, ...rows] = placementsCsv(log).trimEnd().split("\r\n");
  assert.equal(head, "cycle,pod,attempt,at,priority,node,nominated_node,victims,ties,skipped,message");
  assert.equal(rows.length, 6);
  assert.equal(
    rows[0],
    "1,default/urgent,1,0,10,,n1,default/low,0,,0/2 nodes are available: 2 Insufficient cpu.",
  );
  assert.equal(rows[4], "5,default/urgent,2,0,10,n1,,,1,,");
});

test("commas and quotes are quoted, formulas are not", () => {
  const [cycle] = log.cycles;
  const { finished } = cycle;
  assert.ok(finished);
  /** @param {string} message */
  const cellOf = (message) =>
    placementsCsv({ ...log, cycles: [{ ...cycle, finished: { ...finished, message } }] });
  assert.match(cellOf('a "b", c'), /,"a ""b"", c"\r\n$/);
  for (const text of ["=1+1", "+1+1", "-1+1", "@SUM(A1)"]) {
    assert.ok(cellOf(text).endsWith(`,'${text}\r\n`), text);
  }
  assert.ok(cellOf("\t=1").endsWith(",'\t=1\r\n"));
  assert.ok(cellOf("\r=1").endsWith(`,"'\r=1"\r\n`));
  assert.ok(cellOf("-30").endsWith(",-30\r\n"));
});
