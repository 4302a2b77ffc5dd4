// What the Filter matrix lists: all nodes, the rejected or the feasible ones; in which order; equal nodes as
// one row.

import { atom, effect } from "../../../lib/atoms.js";
import { h } from "../../../lib/dom.js";
import { integer } from "../../../lib/format.js";
import { icon } from "../../../lib/icons.js";
import { t, tn } from "../../../lib/i18n.js";
import { factLink } from "../../../parts/factLink.js";
import { canFold } from "./nodelist.js";

/** @import { Listing, Order, Verdict } from "./nodelist.js" */
/** @import { CycleView } from "../../../model/cycleview.js" */
/** @import { Matrix } from "../../../model/matrix.js" */
/** @import { Viewed } from "../../../plugins/descriptor.js" */

/** The choice, the same for every cycle. */
export const listing = atom(
  /** @type {Listing} */ ({ verdict: "all", order: "visited", fold: true, opened: new Set() }),
);

/** @param {Partial<Listing>} patch */
const change = (patch) => listing.update((now) => ({ ...now, ...patch }));

/** The row of choices above the matrix. @param {Matrix} matrix @param {Viewed} now */
export function listingBar(matrix, { data }) {
  const rejected = matrix.nodes.filter((node) => matrix.first(node)).length;
  const counts = { all: matrix.nodes.length, rejected, feasible: matrix.feasibleCount };
  return h(
    "div.listing",
    segments(counts),
    h("span.grow"),
    h("span.mute.t12", visited(matrix, data)),
    h(
      "details.rows-of",
      h("summary", { "aria-label": t("Order of the rows") }, icon("list")),
      h(
        "div.row.wrap",
        h("label.row.t12", h("span.mute", t("Order")), orders()),
        canFold(matrix) ? foldSwitch() : null,
      ),
    ),
  );
}

/** @type {[Verdict, string][]} */
const NAMES = [
  ["all", t("All")],
  ["rejected", t("Rejected")],
  ["feasible", t("Feasible")],
];

/** @param {Record<Verdict, number>} counts */
function segments(counts) {
  const buttons = NAMES.map(([verdict, name]) =>
    h(
      "button",
      { dataset: { verdict }, onclick: () => change({ verdict }) },
      name,
      " ",
      h("span.mute", integer(counts[verdict])),
    ),
  );
  effect(() => {
    const now = listing.get();
    buttons.forEach((button) =>
      button.setAttribute("aria-pressed", String(button.dataset.verdict === now.verdict)),
    );
  });
  return h("div.seg", { role: "group", "aria-label": t("Nodes to list") }, buttons);
}

function orders() {
  const names = { visited: t("as visited"), name: t("by name"), verdict: t("by how far they got") };
  const select = h(
    "select.sel",
    { onchange: () => change({ order: /** @type {Order} */ (select.value) }) },
    Object.entries(names).map(([order, name]) =>
      h("option", { value: order, selected: listing.get().order === order }, name),
    ),
  );
  return select;
}

function foldSwitch() {
  const element = h(
    "button.switch",
    { role: "switch", onclick: () => change({ fold: !listing.get().fold, opened: new Set() }) },
    t("Group identical nodes"),
    h("i", { "aria-hidden": "true" }),
  );
  effect(() => element.setAttribute("aria-checked", String(listing.get().fold)));
  return element;
}

/**
 * How far the search went: it ends when enough nodes are feasible.
 * @param {Matrix} matrix @param {CycleView} data
 */
function visited(matrix, data) {
  if (!data.visited) return null;
  const first = matrix.name(data.visited[0]);
  const some = data.visited.length < matrix.nodes.length;
  return factLink(
    some
      ? tn(
          "{n} of {all} nodes visited, starting at {first}",
          "{n} of {all} nodes visited, starting at {first}",
          data.visited.length,
          { all: integer(matrix.nodes.length), first },
        )
      : t("visited starting at {first}", { first }),
    "nodes",
  );
}
