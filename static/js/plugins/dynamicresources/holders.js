// What is free where, and who holds a device: by class, and by pool.

import { h, replace } from "../../lib/dom.js";
import { integer } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { holderText } from "../../parts/deviceclause.js";
import { factLink, named } from "../../parts/factLink.js";
import { headers, num, scroller } from "../../parts/panels.js";

/** @import { DevicesFact, PoolDevices } from "../../types/engine.js" */
/** @import { Page, Viewed } from "../descriptor.js" */

const MOST = 24; // pools

/** @param {Viewed} now @param {Page["fact"]} fact */
export function holdersPart(now, fact) {
  const place = h("div", null, h("p", { class: "waiting mute", role: "status" }, t("Working it out…")));
  let asked = false;
  return h(
    "details",
    {
      class: "sec dv-holders",
      ontoggle: () => {
        if (asked) return;
        asked = true;
        fact(now.cycle, "devices").then(
          (answer) => replace(place, devicesOf(answer)),
          (error) => replace(place, h("p", { class: "soft" }, error.message)),
        );
      },
    },
    h("summary", null, t("What is free where, and who holds a device")),
    place,
  );
}

/** @param {DevicesFact} devices */
export function devicesOf({ classes, pools }) {
  const held = [...pools].sort((a, b) => b.held.length - a.held.length);
  return [
    h(
      "ul",
      { class: "reasons" },
      classes.map(({ device_class: name, total, free }) =>
        h(
          "li",
          null,
          h("b", { class: "mono" }, name),
          h(
            "span",
            null,
            tn("{free} of {n} device is free", "{free} of {n} devices are free", total, {
              free: integer(free),
            }),
          ),
        ),
      ),
    ),
    scroller(
      h(
        "table",
        { class: "tbl" },
        headers(t("Pool"), t("Driver"), t("Node"), [t("Free"), "num"], [t("Devices"), "num"], t("Held")),
        h("tbody", null, held.slice(0, MOST).map(poolRow)),
      ),
    ),
    held.length > MOST
      ? h("p", { class: "soft" }, tn("and {n} more pool", "and {n} more pools", held.length - MOST))
      : null,
  ];
}

/** @param {PoolDevices} pool */
const poolRow = ({ pool, driver, node, free, total, held }) =>
  h(
    "tr",
    null,
    h("th", { scope: "row", class: "mono" }, pool),
    h("td", { class: "mono" }, driver),
    h("td", null, node ? factLink(node, named("node", node)) : t("several")),
    num(free),
    num(total),
    h(
      "td",
      { class: "wrap" },
      held.length
        ? h(
            "ul",
            { class: "dv-held" },
            held.map(({ device, holders }) =>
              h("li", null, h("span", { class: "mono" }, device), ": ", holderText(holders)),
            ),
          )
        : "–",
    ),
  );
