// From difference to difference.

import { h } from "../../lib/view.js";
import { labelled } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icon.js";
import { at, cycle, go, placeOf } from "./state.js";
import { pointName, words } from "./parts.js";

/** @import { DifferenceOut } from "../../types/api.js" */
/** @import { Place } from "./state.js" */

/** @param {Place} one @param {Place} other */
const isSamePlace = (one, other) =>
  one.point === other.point && one.plugin === other.plugin && one.node === other.node;

/** @typedef {{place: Place, difference: DifferenceOut}} Listed */

/** The places that differ, each once, with the first difference there. */
function places() {
  /** @type {Listed[]} */
  const listed = [];
  for (const difference of cycle.get()?.differences ?? []) {
    const place = placeOf(difference);
    if (!listed.some((entry) => isSamePlace(entry.place, place))) listed.push({ place, difference });
  }
  return listed;
}

/** @param {Listed[]} list */
function position(list) {
  const now = at.get();
  const exact = list.findIndex(({ place }) => now && isSamePlace(place, now));
  return exact >= 0
    ? exact
    : list.findIndex(
        ({ place }) => now && place.point === now.point && (!now.plugin || place.plugin === now.plugin),
      );
}

/** @param {number} direction */
export function step(direction) {
  const list = places();
  const index = position(list);
  const next = list[index < 0 ? (direction > 0 ? 0 : list.length - 1) : index + direction];
  if (next) go(next.place, { push: false });
}

export function Steps() {
  const list = places();
  const index = position(list);
  /** @param {string} glyph @param {number} direction @param {string} label @param {boolean} isOver */
  const button = (glyph, direction, label, isOver) =>
    h(
      "button.btn.icon",
      {
        "aria-label": label,
        title: label,
        "aria-disabled": String(isOver),
        onclick: () => step(direction),
      },
      icon(glyph),
    );
  return [
    h(
      "div.row.btns",
      button("left", -1, t("Previous difference"), index <= 0),
      button("right", 1, t("Next difference"), !list.length || index === list.length - 1),
    ),
    h("p.where.t12.cut", { role: "status" }, sentence(list, index)),
    h("span.grow"),
    h("span.mute.t12.dk.row", h("kbd.kbd", ","), h("kbd.kbd", "."), t("previous, next difference")),
  ];
}

/** @param {Listed[]} list @param {number} index */
function sentence(list, index) {
  if (!cycle.get()) return null;
  if (!list.length) return t("This attempt had the same result on both sides.");
  if (index < 0) return h("b", tn("{n} difference", "{n} differences", list.length));
  const { difference } = list[index];
  const place = [pointName(difference.point), difference.plugin].filter(Boolean).join(", ");
  return [
    h("b", t("Difference {i} of {n}", { i: index + 1, n: list.length })),
    h("span.soft.dk", `  ${labelled(place, words(difference))}`),
  ];
}
