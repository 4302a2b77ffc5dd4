// The X-ray of a node: each request against each device clause by clause, the search step by step, counters
// and capacities.

import { h } from "../../lib/dom.js";
import { integer } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { glyph } from "../../lib/icons.js";
import { whyNotDevice } from "../../parts/deviceclause.js";
import { chip, grow, heading, section } from "../../parts/panels.js";
import { agreedAttribute } from "./constraint.js";
import { gaugesPart } from "./gauges.js";
import { requestGrid } from "./grid.js";
import { rootsPart } from "./roots.js";
import { searchPart } from "./search.js";

/** @import { AllocatedClaim, NodeClaimsFact, Rejection } from "../../types/engine.js" */

/** @param {NodeClaimsFact} xray */
export function xrayParts(xray) {
  const { node, verdict, rows, devices, device_count: all, allocated } = xray;
  const agreed = agreedAttribute(xray);
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
      agreed ? rootsPart(xray, agreed) : null,
      allocated.length ? h("ul.reasons", allocated.map(allocatedLine)) : null,
      rows.length && all > devices.length
        ? h(
            "p.soft",
            t("{n} of {all} devices are listed: the nearest ones.", {
              n: integer(devices.length),
              all: integer(all),
            }),
          )
        : null,
      devices.length ? rows.map((_, i) => requestGrid(i, xray)) : null,
    ),
    xray.search.total ? searchPart(xray) : null,
    xray.gauges.length ? gaugesPart(xray.gauges) : null,
  ];
}

/** What became of the claims here, in a sentence. @param {NodeClaimsFact} xray */
function leadOf({ verdict, message, rejection, rows, devices, allocated }) {
  if (verdict === "fits")
    return rows.length
      ? t("Every request can be allocated here.")
      : t("The claims are allocated, and this node can use their devices.");
  if (rejection) return rejectionText(rejection, { rows, devices });
  const away = allocated.find(({ available }) => !available);
  return away
    ? t("{claim} is already allocated, and this node cannot use its devices.", { claim: away.claim })
    : message;
}

/** @param {Rejection} rejection @param {Pick<NodeClaimsFact, "rows" | "devices">} xray */
function rejectionText({ row, device, clause, together }, { rows, devices }) {
  const request = rows[row];
  const name = request.alternative ? `${request.request}/${request.alternative}` : request.request;
  const entry = devices[device];
  const { count, fitting } = request;
  if (!entry || !clause) return t("Request {request}: this node has no such device.", { request: name });
  const why = whyNotDevice(clause, { device: `/${entry.name}`, request: name });
  if (together && clause.kind === "constraint" && clause.clash_device) return why;
  if (together)
    return t("Request {request} has enough devices, but they are not valid together: {why}.", {
      request: name,
      why,
    });
  if (request.mode === "All")
    return t("Request {request} wants all matching devices. Nearest: {why}.", { request: name, why });
  return tn(
    "Request {request} wants {n} device; {fitting} matches. Nearest: {why}.",
    "Request {request} wants {n} devices; {fitting} match. Nearest: {why}.",
    count,
    { request: name, fitting: fitting ? integer(fitting) : t("none"), why },
  );
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
