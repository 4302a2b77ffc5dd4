// Counters that parts of a device share, and capacities that claims share: total, who uses it, what is free.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { heading, section } from "../../parts/panels.js";

/** @import { Gauge } from "../../types/engine.js" */

/** @param {Gauge[]} gauges */
export const gaugesPart = (gauges) =>
  section(
    heading(t("Counters and capacities"), t("used and free on this node")),
    h("ul.dv-gauges", gauges.map(gauge)),
  );

/** @param {Gauge} gauge */
function gauge({ of, name, total, free, free_share: left, used, kind }) {
  return h(
    "li",
    h(
      "p.row.wrap-row",
      h("b.mono", `${of} · ${name}`),
      h("span.mute", kind === "counter" ? t("counter") : t("capacity")),
      h("span.grow"),
      h("span", t("{free} of {total} free", { free, total })),
    ),
    h(
      "div.dv-bar",
      { "aria-hidden": "true" },
      used.map(({ share }, i) =>
        h("i", { class: i % 2 ? "odd" : null, style: { width: `${share * 100}%` } }),
      ),
      h("i.free", { style: { width: `${left * 100}%` } }),
    ),
    used.length
      ? h(
          "p.soft.wrap",
          used
            .map(({ holder, claim, amount }) =>
              claim
                ? t("{amount} by {holder} for {claim}", { amount, holder, claim })
                : t("{amount} by {holder}", { amount, holder }),
            )
            .join(", "),
        )
      : null,
  );
}
