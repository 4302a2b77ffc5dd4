// The verdict on a node in the Why pane: a step per request, and one per claim that has its devices.

import { h } from "../../lib/dom.js";
import { integer } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { deviceName, requestText, whyNotDevice } from "../../parts/deviceclause.js";
import { factLink, named } from "../../parts/factLink.js";
import { grow } from "../../parts/panels.js";
import { mono, muted, sec, title, verdict } from "../../parts/reasons.js";
import { expressionOf } from "./expression.js";

/** @import { ClaimAvailableStep, ClaimMessageStep, ClaimRequestStep } from "../../types/engine.js" */
/** @import { Viewed, Place } from "../descriptor.js" */

/** @type {import("../descriptor.js").FilterForms} */
export const CLAIM_FORMS = {
  claim_request: { full: request, finding: requestFinding },
  claim_available: {
    full: available,
    finding: ({ claim, nodes }, _, node) =>
      nodes.length
        ? t("{node} cannot use the devices of {claim}: they are on {nodes}", {
            node,
            claim,
            nodes: nodes.join(", "),
          })
        : t("{node} cannot use the devices of {claim}", { node, claim }),
  },
  claim_message: {
    /** @param {ClaimMessageStep} step */
    full: ({ message }) => sec(title(t("Answer")), h("p.mono.t12", message)),
    finding: ({ message }) => message,
  },
};

/** @param {ClaimRequestStep} step @param {string} _ @param {string} node */
function requestFinding({ device, clause, request: name, claim, device_count: all }, _, node) {
  if (!all) return t("{node} has no device for request {request} of {claim}", { node, request: name, claim });
  return device && clause
    ? whyNotDevice(clause, { device, request: name })
    : t("Request {request} of {claim} finds no devices on {node}", { request: name, claim, node });
}

/** @param {ClaimRequestStep} step @param {Viewed} _now @param {Place} place */
function request(step, _now, { node }) {
  const { claim, request: name, ok, device, clause, fitting, device_count: all } = step;
  return sec(
    title(
      t("Request"),
      mono(name),
      muted(claim),
      grow(),
      verdict(ok, ok ? t("has devices") : t("not satisfied")),
    ),
    h("p", requestText(step)),
    h(
      "p.soft",
      tn("{fitting} of {n} device matches.", "{fitting} of {n} devices match.", all, {
        fitting: integer(fitting),
      }),
      step.together ? ` ${t("Enough match, but not together.")}` : null,
    ),
    device
      ? h(
          "p",
          clause ? `${t("Nearest:")} ` : `${t("Taken:")} `,
          factLink(deviceName(device), named("node_device", node, device, `${claim}/${name}`), {
            class: "mono",
            title: t("The device, clause by clause"),
          }),
        )
      : null,
    clause?.kind === "class" || clause?.kind === "selector" ? expressionOf(clause) : null,
  );
}

/** @param {ClaimAvailableStep} step */
function available({ claim, devices, nodes, ok }) {
  return sec(
    title(t("Claim"), mono(claim), grow(), verdict(ok, ok ? t("usable here") : t("not usable here"))),
    h("p", t("It is already allocated: {devices}", { devices: devices.map(deviceName).join(", ") })),
    nodes.length ? h("p.soft", t("They can be used on {nodes}.", { nodes: nodes.join(", ") })) : null,
  );
}
