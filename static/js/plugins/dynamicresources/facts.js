// The facts of claims: why not this device, clause by clause; a node, all nodes, and all devices.

import { h } from "../../lib/dom.js";
import { t, tn } from "../../lib/i18n.js";
import { glyph } from "../../lib/icons.js";
import { soon } from "../../lib/later.js";
import { clauseTitle, clauseWord, deviceName, holderText, whyNotDevice } from "../../parts/deviceclause.js";
import { grow } from "../../parts/panels.js";
import { mono, muted, sec, title, verdict } from "../../parts/reasons.js";
import { expressionOf } from "./expression.js";
import { devicesOf } from "./holders.js";
import { overviewParts, xrayParts } from "./late.js";

/**
 * @import {
 *   ClaimsFact, DeviceClause, DeviceEntry, DeviceRow, DevicesFact, NodeClaimsFact, NodeDeviceFact,
 * } from "../../types/engine.js"
 */
/** @import { Viewed } from "../descriptor.js" */

/** @type {Record<string, import("../descriptor.js").Fact>} */
export const DEVICE_FACTS = {
  node_device: {
    remote: true,
    title: ([node, device]) => t("{device} on {node}", { device: deviceName(device ?? ""), node }),
    render: deviceFact,
  },
  node_claims: {
    remote: true,
    title: ([node]) => t("Claims on {node}", { node }),
    /** @param {string[]} _ @param {Viewed} __ @param {NodeClaimsFact} fact */
    render: (_, __, fact) => soon(xrayParts(fact)),
  },
  claims: {
    remote: true,
    title: () => t("The claims on all nodes"),
    /** @param {string[]} _ @param {Viewed} __ @param {ClaimsFact} fact */
    render: (_, __, fact) => soon(overviewParts(fact)),
  },
  devices: {
    remote: true,
    title: () => t("Free devices, and which pods use the others"),
    /** @param {string[]} _ @param {Viewed} __ @param {DevicesFact} fact */
    render: (_, __, fact) => sec(devicesOf(fact)),
  },
};

/** @param {string[]} args @param {Viewed} _ @param {NodeDeviceFact} fact */
function deviceFact([node], _, { device, rows }) {
  const id = `${device.driver}/${device.pool}/${device.name}`;
  return [
    rows.map((row) => requestPart(row, id)),
    sec(
      title(t("Device"), mono(device.name)),
      h("p.soft.wrap", t("Pool {pool} of driver {driver}", { pool: device.pool, driver: device.driver })),
      properties(device),
      h(
        "p.soft",
        device.holders.length
          ? t("Held by {holder}", { holder: holderText(device.holders) })
          : t("Not allocated at the start of the cycle."),
      ),
      h("p.soft", t("Evaluated for {node}.", { node })),
    ),
  ];
}

/** @param {DeviceRow} row @param {string} device */
function requestPart({ claim, request, alternative, clauses, refused, taken }, device) {
  const name = alternative ? `${request}/${alternative}` : request;
  const failing = clauses.filter(({ ok }) => !ok);
  const stopped = failing[0] ?? (taken ? undefined : refused[0]);
  const inOrder = [...failing, ...(failing.length ? [] : refused), ...clauses.filter(({ ok }) => ok)];
  return sec(
    h(
      "p.why-t",
      stopped
        ? whyNotDevice(stopped, { device, request: name })
        : taken
          ? t("{device} was taken for request {request}", { device: deviceName(device), request: name })
          : t("{device} passes for request {request}, but was not needed", {
              device: deviceName(device),
              request: name,
            }),
    ),
    title(
      t("Request"),
      mono(name),
      muted(claim),
      grow(),
      verdict(
        !stopped,
        failing.length
          ? tn("{n} clause fails", "{n} clauses fail", failing.length)
          : stopped
            ? t("rejected by the search")
            : t("passes"),
      ),
    ),
    h(
      "ul.dv-clauses",
      inOrder.map((clause) => clausePart(clause, device, name)),
    ),
  );
}

/** @param {DeviceClause} clause @param {string} device @param {string} request */
function clausePart(clause, device, request) {
  const isExpression = clause.kind === "class" || clause.kind === "selector";
  return h(
    "li",
    h(
      "p.row.top-row",
      glyph(clause.ok ? "pass" : "rejected"),
      h("b", clauseTitle(clause.kind)),
      h("span.wrap", clause.ok ? clauseWord(clause) : whyNotDevice(clause, { device, request })),
      h("span.vh", clause.ok ? t("passes") : t("fails")),
    ),
    isExpression ? expressionOf(clause) : null,
  );
}

/** @param {DeviceEntry} device */
function properties({ attributes, capacity }) {
  const all = [...Object.entries(attributes), ...Object.entries(capacity)];
  if (!all.length) return null;
  return h(
    "dl.facts.t12",
    all.map(([name, value]) => [h("dt", name), h("dd.mono", value)]),
  );
}
