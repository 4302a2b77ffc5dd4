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
  const place = h("div", h("p.waiting.mute", { role: "status" }, t("Calculating…")));
  let asked = false;
  return h(
    "details.sec.dv-holders",
    {
      ontoggle: () => {
        if (asked) return;
        asked = true;
        fact(now.cycle, "devices").then(
          (answer) => replace(place, devicesOf(answer)),
          (error) => replace(place, h("p.soft", error.message)),
        );
      },
    },
    h("summary", t("Free devices, and which pods use the others")),
    place,
  );
}

/** @param {DevicesFact} devices */
export function devicesOf({ classes, pools }) {
  const held = [...pools].sort((a, b) => b.held.length - a.held.length);
  return [
    h(
      "ul.reasons",
      classes.map(({ device_class: name, total, free }) =>
        h(
          "li",
          h("b.mono", name),
          h(
            "span",
            tn("{free} of {n} device is free", "{free} of {n} devices are free", total, {
              free: integer(free),
            }),
          ),
        ),
      ),
    ),
    scroller(
      h(
        "table.tbl",
        headers(t("Pool"), t("Driver"), t("Node"), [t("Free"), "num"], [t("Devices"), "num"], t("Held")),
        h("tbody", held.slice(0, MOST).map(poolRow)),
      ),
    ),
    held.length > MOST
      ? h("p.soft", tn("and {n} more pool", "and {n} more pools", held.length - MOST))
      : null,
  ];
}

/** @param {PoolDevices} pool */
const poolRow = ({ pool, driver, node, free, total, held }) =>
  h(
    "tr",
    h("th.mono", { scope: "row" }, pool),
    h("td.mono", driver),
    h("td", node ? factLink(node, named("node", node)) : t("several")),
    num(free),
    num(total),
    h(
      "td.wrap",
      held.length
        ? h(
            "ul.dv-held",
            held.map(({ device, holders }) => h("li", h("span.mono", device), ": ", holderText(holders))),
          )
        : "–",
    ),
  );
