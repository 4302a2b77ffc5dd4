// What nodes have free of cpu and memory together, and what the pod asks for: which request would fit, and
// what a new node must have.

import { h, svg } from "../../lib/view.js";
import { t, tn } from "../../lib/i18n.js";
import { amount } from "../../model/amounts.js";

/** @import { FreeRoom } from "../../types/engine.js" */

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [280, 160, 62, 12, 12, 28]; // px
const NAMED = 3; // pairs in words
const MARGIN = 1.12; // of the axes beyond what is drawn

/** @param {FreeRoom} room */
export const freeRoom = (room) =>
  h(
    "section.rp-sec",
    { "aria-labelledby": "rp-steps" },
    h(
      "h2",
      { id: "rp-steps" },
      t("Cores and memory together"),
      h("span.soft", t("free amounts of nodes, and what the pod requests")),
    ),
    h("figure.rp-room", drawing(room), h("figcaption", least(room), inWords(room))),
  );

/** What a node needs that is added for the pod. @param {FreeRoom} room */
const least = ({ request }) =>
  h("p", h("b", t("A new node needs at least {pair} free.", { pair: together(request) })));

/** "6 cores and 28 GiB of memory" @param {number[]} amounts */
function together([cpu, memory]) {
  const words = { cores: amount("cpu", cpu), memory: amount("memory", memory) };
  return tn("{cores} core and {memory} of memory", "{cores} cores and {memory} of memory", cpu / 1000, words);
}

/** @param {FreeRoom} room */
function inWords({ pairs }) {
  const every = Math.max(1, Math.ceil(pairs.length / NAMED));
  return h(
    "p.soft",
    t("Now this fits:"),
    h(
      "span.block",
      pairs
        .filter((_, i) => i % every === 0)
        .map(({ amounts, nodes }) =>
          h(
            "span.block",
            tn("{pair} on {n} node", "{pair} on {n} nodes", nodes, { pair: together(amounts) }),
          ),
        ),
    ),
  );
}

/** @param {FreeRoom} room */
function drawing({ request, pairs }) {
  const most = [0, 1].map((i) => MARGIN * Math.max(request[i], ...pairs.map(({ amounts }) => amounts[i])));
  const x = (/** @type {number} */ value) => LEFT + ((WIDTH - LEFT - RIGHT) * value) / most[0];
  const y = (/** @type {number} */ value) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * value) / most[1];
  // The most cpu comes first: from there the edge rises to the left.
  const edge = pairs.map(({ amounts: [cpu, memory] }) => `H${x(cpu)}V${y(memory)}`).join("");
  const outline = `M${x(pairs[0].amounts[0])} ${y(0)}${edge}H${x(0)}`;
  const [cx, cy] = [x(request[0]), y(request[1])];
  return svg(
    "svg.rp-stair.rp-both",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": spoken(request, pairs) },
    svg("path.area", { d: `${outline}V${y(0)}Z` }),
    svg("path.edge", { d: outline }),
    svg("rect.wanted", { x: cx, y: TOP, width: WIDTH - RIGHT - cx, height: cy - TOP }),
    svg("path.axis", { d: `M${x(0)} ${TOP}V${y(0)}H${WIDTH - RIGHT}` }),
    pairs.map(({ amounts }) => svg("circle.largest", { cx: x(amounts[0]), cy: y(amounts[1]), r: 4 })),
    svg("path.asked", { d: `M${cx - 5} ${cy - 5}l10 10m0 -10l-10 10` }),
    svg(
      "text",
      { x: cx, y: HEIGHT - 8, "text-anchor": "middle" },
      tn("{n} core", "{n} cores", request[0] / 1000, { n: amount("cpu", request[0]) }),
    ),
    svg("text", { x: LEFT - 8, y: cy + 4, "text-anchor": "end" }, amount("memory", request[1])),
  );
}

/** @param {number[]} request @param {FreeRoom["pairs"]} pairs */
const spoken = (request, pairs) =>
  t("The pod requests {request}. Free on nodes: {pairs}", {
    request: together(request),
    pairs: pairs.map(({ amounts }) => together(amounts)).join("; "),
  });
