// The devices of a node under the value that a claim wants them to share: their PCIe roots, as a rule.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { glyph } from "../../lib/icons.js";
import { attributeName } from "../../parts/deviceclause.js";
import { sharedBy } from "./constraint.js";

/** @import { NodeClaimsFact } from "../../types/engine.js" */
/** @import { Shared } from "./constraint.js" */

/** @param {NodeClaimsFact} xray @param {string} attribute */
export function rootsPart(xray, attribute) {
  const groups = sharedBy(xray, attribute);
  const name = attributeName(attribute);
  return groups.length
    ? h(
        "div.dv-roots",
        { role: "group", "aria-label": t("Devices by {attribute}", { attribute: name }) },
        groups.map((group) => root(group, name)),
      )
    : null;
}

/** @param {Shared} group @param {string} attribute */
const root = ({ value, devices, lacking }, attribute) =>
  h(
    "div.dv-root",
    { class: lacking.length ? null : "whole" },
    h("p", h("span.mute", attribute), " ", h("b.mono", value || t("none"))),
    h(
      "ul",
      devices.map(({ device, requests }) =>
        h(
          "li",
          { class: device.holders.length ? "held" : null },
          h("b.mono", device.name),
          h(
            "span.mute",
            device.holders.length
              ? t("in use")
              : requests.length
                ? t("for {requests}", { requests: requests.join(", ") })
                : t("for no request"),
          ),
        ),
      ),
    ),
    h(
      "p",
      glyph(lacking.length ? "rejected" : "pass"),
      lacking.length
        ? t("no {requests} here", { requests: lacking.join(", ") })
        : t("has everything requested"),
    ),
  );
