// What runs on a node as a column to scale, by what is requested.

import { effect } from "../../lib/atoms.js";
import { h, replace } from "../../lib/dom.js";
import { quantity } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { blocksOf } from "./nodeblocks.js";
import { detail, measure } from "./nodestate.js";

/** @import { Block } from "./nodeblocks.js" */

/** @param {HTMLElement} place */
export function mountColumn(place) {
  const whole = h("span.soft");
  const blocks = h("ol.nd-stack");
  place.append(h("div.nd-col", h("div.nd-col-h", chooser(), whole), blocks));
  effect(() => {
    const out = detail.get();
    const resource = measure.get();
    place.hidden = !out;
    if (!out) return;
    const amount = out.view.amounts.find((entry) => entry.resource === resource);
    replace(whole, amount && amountText(resource, amount.allocatable));
    replace(
      blocks,
      blocksOf(out.view, resource).map((block) => blockOf(block, resource)),
    );
  });
}

function chooser() {
  const choices = h("div.seg", { role: "group", "aria-label": t("What the column shows") });
  effect(() => {
    const by = measure.get();
    replace(
      choices,
      /** @type {const} */ (["cpu", "memory"]).map((kind) =>
        h(
          "button",
          { "aria-pressed": String(kind === by), onclick: () => measure.set(kind) },
          kind === "cpu" ? t("cpu") : t("memory"),
        ),
      ),
    );
  });
  return choices;
}

/** @param {Block} block @param {string} resource */
function blockOf(block, resource) {
  const { kind, name, amount } = block;
  return h(
    "li",
    { class: kind, style: { flexGrow: amount }, title: name || null },
    h("span.cut", textOf(block)),
    h("b", amountText(resource, amount, { short: true })),
  );
}

/** @param {Block} block */
function textOf({ kind, name, pods }) {
  if (kind === "free") return t("free");
  if (kind === "others") return tn("{n} more pod", "{n} more pods", pods);
  const [namespace, pod] = name.split("/");
  return [h("span.vh", `${namespace}/`), pod];
}

/**
 * "15.9 cores", "61.7 GiB"
 * @param {string} resource @param {number} amount @param {{short?: boolean}} [options] without the word
 */
export function amountText(resource, amount, { short = false } = {}) {
  if (resource !== "cpu") return quantity(amount, "bytes");
  const n = quantity(amount, "milli");
  return short ? n : tn("{n} core", "{n} cores", amount / 1000, { n });
}
