// Volumes of a node against the limit of its driver, below the matrix.

import { h } from "../lib/dom.js";
import { integer } from "../lib/format.js";
import { t, tn } from "../lib/i18n.js";
import { nodeButton } from "../parts/nodeset.js";
import { headers, heading, num, rowsUpTo, scroller, section } from "../parts/panels.js";

/** @import { DriverLimits } from "../types/engine.js" */
/** @import { Viewed } from "./descriptor.js" */

/** @param {Viewed} now */
export function limitsAtFilter(now) {
  const drivers = now.data.operands("NodeVolumeLimits", "volume_limits")?.drivers ?? [];
  return drivers.length ? drivers.map((driver) => limitsOf(driver, now)) : null;
}

/** @param {DriverLimits} driver @param {Viewed} now */
function limitsOf({ driver, used, new: added, limit }, now) {
  const limited = [...limit.keys()].filter((node) => limit[node] >= 0);
  /** @param {number} node */
  const over = (node) => (added[node] ? used[node] + added[node] - limit[node] : 0);
  const exceeded = limited.filter((node) => over(node) > 0).sort((a, b) => over(a) - over(b));
  const title = heading(t("Volumes of {driver}", { driver }), count(exceeded.length, limited.length));
  if (!exceeded.length) return section(title);
  const body = h("tbody");
  const more = rowsUpTo(body, exceeded, (node) =>
    h(
      "tr",
      h("th", { scope: "row" }, nodeButton(now.data.names[node])),
      num(integer(used[node])),
      num(`+${integer(added[node])}`),
      num(integer(limit[node])),
      num(h("b.fit-from", `−${integer(over(node))}`)),
    ),
  );
  return section(
    title,
    scroller(
      h(
        "table.tbl",
        headers(
          t("Node"),
          [t("used"), "num"],
          [t("this pod"), "num"],
          [t("limit"), "num"],
          [t("missing"), "num"],
        ),
        body,
      ),
    ),
    more,
  );
}

/** @param {number} exceeded @param {number} limited */
const count = (exceeded, limited) =>
  tn("full: {exceeded} of {n} node with a limit", "full: {exceeded} of {n} nodes with a limit", limited, {
    exceeded: integer(exceeded),
  });
