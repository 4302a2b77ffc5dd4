// The search as a tree that is stepped through: which device was tried for which request, what stopped it,
// and where the search turned back.

import { atom } from "../../lib/atoms.js";
import { h, replace } from "../../lib/dom.js";
import { integer } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { glyph, icon } from "../../lib/icons.js";
import { redrawWhileMounted } from "../../lib/redrawWhileMounted.js";
import { deviceName, whyNotDevice } from "../../parts/deviceclause.js";
import { heading, section } from "../../parts/panels.js";
import { nameOf } from "./grid.js";

/** @import { NodeClaimsFact, SearchStep } from "../../types/engine.js" */

const AROUND = 4; // steps shown before and after
const DEEPEST = 8;

/** @param {NodeClaimsFact} xray */
export function searchPart(xray) {
  const { steps, total, cut } = xray.search;
  const current = atom(0);
  const last = steps.length - 1;
  /** @param {number} place */
  const go = (place) => current.set(Math.max(0, Math.min(last, place)));
  const range = /** @type {HTMLInputElement} */ (
    h("input.dv-range", {
      type: "range",
      min: 0,
      max: last,
      step: 1,
      value: 0,
      "aria-label": t("Step of the search"),
      oninput: ({ currentTarget }) => go(Number(currentTarget.value)),
    })
  );
  const sentence = h("p.dv-step", { role: "status" });
  const list = h("ol.dv-tree");
  redrawWhileMounted(list, () => {
    const at = current.get();
    range.value = String(at);
    range.setAttribute("aria-valuetext", stepText(steps[at], xray));
    replace(
      sentence,
      h("span.mute", t("{n} of {all}", { n: integer(at + 1), all: integer(last + 1) })),
      " ",
      stepText(steps[at], xray),
    );
    const from = Math.max(0, Math.min(at - AROUND, last - 2 * AROUND));
    replace(
      list,
      steps.slice(from, from + 2 * AROUND + 1).map((step, i) => stepLine(step, from + i === at, xray)),
    );
  });
  /** @param {string} name @param {string} label @param {() => void} onclick */
  const button = (name, label, onclick) =>
    h("button.btn.icon", { "aria-label": label, title: label, onclick }, icon(name));
  const isBack = (/** @type {number} */ i) => steps[i].outcome === "returned";
  return section(
    heading(t("The search, step by step"), tn("{n} step", "{n} steps", total)),
    cut ? h("p.soft", t("The first {n} steps are shown.", { n: integer(steps.length) })) : null,
    h(
      "div.dv-stepper",
      { role: "group", "aria-label": t("Steps of the search") },
      button("left", t("Previous step of the search"), () => go(current.get() - 1)),
      button("right", t("Next step of the search"), () => go(current.get() + 1)),
      range,
      steps.some((_, i) => isBack(i))
        ? h(
            "button.btn",
            {
              onclick: () => {
                const next = steps.findIndex((_, i) => i > current.get() && isBack(i));
                go(next < 0 ? steps.findIndex((_, i) => isBack(i)) : next);
              },
            },
            t("Next backtrack"),
          )
        : null,
    ),
    sentence,
    list,
  );
}

const GLYPH = /** @type {const} */ ({
  taken: "pass",
  refused: "rejected",
  returned: "skipped",
  error: "error",
});

/** @param {SearchStep} step @param {boolean} isCurrent @param {NodeClaimsFact} xray */
const stepLine = (step, isCurrent, xray) =>
  h(
    "li",
    {
      class: isCurrent ? "now" : null,
      "aria-current": isCurrent ? "step" : null,
      style: { paddingInlineStart: `${Math.min(step.depth, DEEPEST) * 16 + 8}px` },
    },
    glyph(GLYPH[step.outcome]),
    h("span", stepText(step, xray)),
  );

/** @param {SearchStep} step @param {NodeClaimsFact} xray */
function stepText({ device, row, outcome, clause, stuck }, { rows, search }) {
  const request = nameOf(rows[row]);
  const name = deviceName(device);
  if (outcome === "taken") return t("{device} is taken for request {request}", { device: name, request });
  if (outcome === "returned")
    return stuck !== undefined && rows[stuck]
      ? t("{device} is released: no device is left for request {request}", {
          device: name,
          request: nameOf(rows[stuck]),
        })
      : t("{device} is released: a claim would have too many devices", { device: name });
  if (clause === undefined) return t("{device} is rejected for request {request}", { device: name, request });
  const why = whyNotDevice(search.clauses[clause], { device, request });
  return outcome === "error" ? t("The search ends: {why}", { why }) : t("Rejected: {why}", { why });
}
