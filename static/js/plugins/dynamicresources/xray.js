// The X-ray of a node: each request against each device clause by clause, the search step by step, counters
// and capacities.

import { h } from "../../lib/dom.js";
import { integer } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { glyph } from "../../lib/icons.js";
import { whyNotDevice } from "../../parts/deviceclause.js";
import { chip, grow, heading, section } from "../../parts/panels.js";
import { gaugesPart } from "./gauges.js";
import { requestGrid } from "./grid.js";
import { searchPart } from "./search.js";

/** @import { AllocatedClaim, NodeClaimsFact, Rejection } from "../../types/engine.js" */

/** @param {NodeClaimsFact} xray */
export function xrayParts(xray) {
  const { node, verdict, rows, devices, device_count: all, allocated } = xray;
  return [
    section(
      heading(
        t("Claims on {node}", { node }),
        null,
        grow(),
        verdict === "fits"
          ? chip(t("has the devices"), "pass", "pass")
          : verdict === "error"
            ? chip(t("error"), "error", "error")
            : chip(t("rejected"), "unres", "unresolvable"),
      ),
      h("p.dv-lead", leadOf(xray)),
      allocated.length ? h("ul.reasons", allocated.map(allocatedLine)) : null,
      rows.length && all > devices.length
        ? h(
            "p.soft",
            t("{n} of {all} devices are listed: those that come nearest.", {
              n: integer(devices.length),
              all: integer(all),
            }),
          )
        : null,
      devices.length ? rows.map((row) => requestGrid(row, xray)) : null,
    ),
    xray.search.total ? searchPart(xray) : null,
    xray.gauges.length ? gaugesPart(xray.gauges) : null,
  ];
}

/** What became of the claims here, in a sentence. @param {NodeClaimsFact} xray */
function leadOf({ verdict, message, rejection, rows, devices, allocated }) {
  if (verdict === "fits")
    return rows.length
      ? t("Every request has its devices here.")
      : t("The claims have their devices, and this node can use them.");
  if (rejection) return rejectionText(rejection, { rows, devices });
  const away = allocated.find(({ available }) => !available);
  return away
    ? t("{claim} has its devices already, and this node cannot use them.", { claim: away.claim })
    : message;
}

/** @param {Rejection} rejection @param {Pick<NodeClaimsFact, "rows" | "devices">} xray */
function rejectionText({ row, device, clause, together }, { rows, devices }) {
  const request = rows[row];
  const name = request.alternative ? `${request.request}/${request.alternative}` : request.request;
  const entry = devices[device];
  const { count, fitting } = request;
  const short =
    request.mode === "All"
      ? t("Request {request} asks for all that match.", { request: name })
      : tn(
          "Request {request} needs {n} device, {fitting} passes by itself.",
          "Request {request} needs {n} devices, {fitting} pass by themselves.",
          count,
          { request: name, fitting: integer(fitting) },
        );
  if (!entry || !clause) return `${short} ${t("This node has no such device.")}`;
  const why = whyNotDevice(clause, { device: `/${entry.name}`, request: name });
  return together
    ? `${short} ${t("Not together, though: {why}", { why })}`
    : `${short} ${t("Nearest is {why}", { why })}`;
}

/** @param {AllocatedClaim} claim */
const allocatedLine = ({ claim, devices, available }) =>
  h(
    "li",
    glyph(available ? "pass" : "unresolvable"),
    h("b.mono", claim),
    h(
      "span.soft",
      t("has {devices}", { devices: devices.join(", ") }),
      " · ",
      available ? t("usable here") : t("not usable here"),
    ),
  );
