import assert from "node:assert/strict";
import { test } from "node:test";

import { all, textOf } from "../../document.js";
import { closedChip, closedNotes, isClosed } from "../../../../static/js/plugins/podtopologyspread/closed.js";

/** @import { HardConstraint, HardDomain } from "../../../../static/js/model/constraint.js" */

const TAINT = { plugin: "TaintToleration", operand: "gpu:NoSchedule" };
const CORDON = { plugin: "NodeUnschedulable", operand: "" };

/** @param {string} value @param {number} nodes @param {object[]} closed */
const domain = (value, nodes, closed) =>
  /** @type {HardDomain} */ (
    /** @type {unknown} */ ({ value, nodes: Uint32Array.from({ length: nodes }), closed })
  );

/** @param {HardDomain[]} domains */
const notes = (domains) =>
  closedNotes(
    /** @type {HardConstraint} */ (
      /** @type {unknown} */ ({
        domains,
        index: 0,
        node_taints_policy: "Ignore",
        node_affinity_policy: "Honor",
      })
    ),
  );

test("one node or several close their domain", () => {
  assert.equal(
    textOf(notes([domain("zone-a", 1, [TAINT])])),
    "zone-a can never run this pod: taint gpu:NoSchedule. Tainted nodes count too, because nodeTaintsPolicy is Ignore.",
  );
  assert.equal(
    textOf(notes([domain("zone-a", 3, [TAINT])])),
    "zone-a can never run this pod: taint gpu:NoSchedule. Tainted nodes count too, because nodeTaintsPolicy is Ignore.",
  );
});

test("several reasons belong to the nodes of a domain, not to each", () => {
  assert.match(
    textOf(notes([domain("zone-a", 2, [CORDON, TAINT])])),
    /^zone-a can never run this pod: cordoned, taint gpu:NoSchedule\. /,
  );
});

test("the policy is named for which the domain still counts", () => {
  const says = (/** @type {object} */ reason) => textOf(notes([domain("a", 1, [reason])])).split(". ")[1];
  assert.equal(
    says({ plugin: "NodeAffinity", operand: "" }),
    "It still counts, because nodeAffinityPolicy is Honor.",
  );
  assert.equal(says(CORDON), "It still counts.");
});

test("four domains have a note each, the others are counted", () => {
  const domains = (/** @type {number} */ n) =>
    Array.from({ length: n }, (_, i) => domain(`z${i}`, 1, [CORDON]));
  const open = domain("open", 1, []);
  assert.equal(all(notes([open, ...domains(4)]), "closed-note").length, 4);
  assert.equal(textOf(all(notes(domains(4)), "more-l")), "");
  assert.equal(textOf(all(notes(domains(5)), "more-l")), "and 1 more domain like it");
  assert.equal(textOf(all(notes(domains(6)), "more-l")), "and 2 more domains like these");
});

test("a domain is closed by its reasons, which its mark says", () => {
  assert.equal(isClosed(domain("a", 1, [])), false);
  assert.equal(isClosed(domain("a", 1, [CORDON])), true);
  assert.equal(
    closedChip(domain("a", 1, [CORDON, TAINT])).getAttribute("title"),
    "cordoned, taint gpu:NoSchedule",
  );
});
