// Available pods and pods in all, between what the controller promises: drawn limits instead of told ones.

import { h, svg } from "../../lib/view.js";
import { t, tn } from "../../lib/i18n.js";
import { boundsAt } from "./view.js";

/** @import { PlayWorkload } from "../../types/engine.js" */
/** @import { Column } from "./view.js" */

const HEIGHT = 100;

/** @param {PlayWorkload} chosen @param {Column[]} columns */
export function band(chosen, columns) {
  const points = columns.map(({ moment, counts }) => {
    const bounds = boundsAt(chosen, moment);
    return { ...counts, least: bounds?.available_at_least ?? 0, most: bounds?.in_all_at_most ?? 0 };
  });
  const lowest = Math.min(...points.map((point) => Math.min(point.available, point.least)));
  const highest = Math.max(...points.map((point) => Math.max(point.all, point.most)));
  const margin = Math.max(0.5, (highest - lowest) * 0.2);
  const y = (/** @type {number} */ n) =>
    HEIGHT - ((n - lowest + margin) / (highest - lowest + 2 * margin)) * HEIGHT;
  /** @param {"available" | "all" | "pending" | "least" | "most"} name */
  const line = (name) => points.map((point, i) => `${i ? "L" : "M"}${i} ${y(point[name])}H${i + 1}`).join("");
  const areas = points.map(({ least, most }, i) =>
    svg("rect.band", { x: i, width: 1, y: y(most), height: Math.max(0, y(least) - y(most)) }),
  );
  const end = points[points.length - 1];
  const fewest = Math.min(...points.map(({ available }) => available));
  const least = Math.min(...points.map(({ all }) => all));
  const most = Math.max(...points.map(({ all }) => all));
  const isPending = points.some(({ pending }) => pending > 0);
  return [
    h(
      "div.dt-lb",
      h("b", t("Pods")),
      h("span.mute", least === most ? String(most) : t("{a} to {b}", { a: least, b: most })),
    ),
    h(
      "div.dt-av",
      { style: { gridColumn: "2 / -1" } },
      svg(
        "svg",
        {
          viewBox: `0 0 ${points.length} ${HEIGHT}`,
          preserveAspectRatio: "none",
          role: "img",
          "aria-label": t("{pods} in total, never fewer than {fewest} available, at least {least} required", {
            pods:
              least === most ? tn("{n} pod", "{n} pods", most) : t("{a} to {b} pods", { a: least, b: most }),
            fewest,
            least: end.least,
          }),
        },
        areas,
        svg("path.limit", { d: line("most") + line("least") }),
        svg("path.all", { d: line("all") }),
        isPending && svg("path.pending", { d: line("pending") }),
        svg("path.available", { d: line("available") }),
      ),
      h("span.t", { style: { left: "4px", top: "0" } }, t("at most {n}", { n: end.most })),
      h("span.t", { style: { left: "4px", bottom: "0" } }, t("at least {n} available", { n: end.least })),
      h(
        "span.t.dk",
        { style: { right: "4px", bottom: "0" } },
        h("i"),
        t("available"),
        h("i"),
        t("in total"),
        isPending && [h("i.dotted"), t("pending")],
      ),
    ),
  ];
}
