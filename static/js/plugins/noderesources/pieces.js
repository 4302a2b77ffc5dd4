// What is free of a resource: a bar for each node, the largest first, against what is wanted.

import { svg } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { amount } from "../../model/amounts.js";

/** @import { Short } from "./shortfall.js" */

const WIDTH = 286; // of the narrowest pane, so that a unit is a pixel
const HEIGHT = 60;
const TOP = 20; // for what is wanted
const WIDEST = 24; // of a bar

/** @param {Short} short @param {number[]} pieces by node */
export function piecesChart({ resource, request, free, largest }, pieces) {
  const most = Math.max(request, largest, 1);
  const step = Math.min(WIDEST, WIDTH / pieces.length);
  /** @param {number} value */
  const high = (value) => (HEIGHT * value) / most;
  const line = TOP + HEIGHT - high(request);
  const label = t("{total} {resource} is free, at most {most} per node; {wanted} is requested", {
    resource,
    total: amount(resource, free),
    most: amount(resource, largest),
    wanted: amount(resource, request),
  });
  return svg(
    "svg.chart.pieces",
    {
      viewBox: `0 0 ${WIDTH} ${TOP + HEIGHT + 1}`,
      preserveAspectRatio: "xMinYMin meet",
      style: { height: `${TOP + HEIGHT + 1}px` },
      role: "img",
      "aria-label": label,
    },
    pieces
      .toSorted((a, b) => b - a)
      .map((piece, i) =>
        svg("rect", {
          class: piece >= request ? "bar enough" : "bar",
          x: i * step,
          y: TOP + HEIGHT - high(piece),
          width: Math.max(0.5, step - (step > 3 ? 1 : 0)),
          height: high(piece),
        }),
      ),
    svg("line.grid", { x1: 0, x2: WIDTH, y1: TOP + HEIGHT + 0.5, y2: TOP + HEIGHT + 0.5 }),
    svg("line.lim", { x1: 0, x2: WIDTH, y1: line, y2: line }),
    svg(
      "text.s",
      { x: WIDTH, y: Math.max(13, line - 5), "text-anchor": "end" },
      t("{amount} {resource} requested", { amount: amount(resource, request), resource }),
    ),
  );
}
