// What a node is: how many pods, what is free, since when it is closed, and what to play with it.

import { effect } from "../../lib/atoms.js";
import { h, replace } from "../../lib/dom.js";
import { integer, quantity } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { amountText } from "./nodecolumn.js";
import { detail, missing, name } from "./nodestate.js";
import { clusterAddress, play } from "./opening.js";
import { lookAt } from "./past.js";
import { dateOf, timeOf } from "./words.js";

/** @import { Child } from "../../lib/dom.js" */
/** @import { LiveAmount, LiveClosed, LiveNode, LiveNodeView } from "../../types/engine.js" */

/** @param {HTMLElement} place */
export function mountAbout(place) {
  effect(() => {
    const out = detail.get();
    const why = missing.get();
    replace(place, out ? aboutOf(out.view) : why && noneOf(why));
  });
}

/** @param {string} why */
const noneOf = (why) => [
  h("h1.cut", name),
  h("p.soft.nd-none", why),
  h("p", h("a.btn", { href: clusterAddress() }, icon("undo"), t("Back to the cluster"))),
];

/** @param {LiveNodeView} view @returns {Child} */
function aboutOf({ node, kubelet, amounts, pods }) {
  const place = [node.pool && t("pool {pool}", { pool: node.pool }), node.zone, kubelet];
  return [
    h("p.soft", h("span.mono", name), ` · ${place.filter(Boolean).join(" · ")}`),
    h("h1", headline(amounts, pods.length)),
    stateOf(node),
    h(
      "div.row.nd-acts",
      h(
        "button.btn.primary",
        { onclick: () => play([{ drain: name }]) },
        icon("play"),
        t("Drain {node} now", { node: name }),
      ),
      h(
        "button.btn",
        { onclick: () => play([{ lose: name }]) },
        icon("warn"),
        t("Lose {node} now", { node: name }),
      ),
    ),
    h("ul.nd-amounts", amounts.map(amountRow)),
  ];
}

/** "12 pods, 2.6 of 15.9 cores free" @param {LiveAmount[]} amounts @param {number} n */
function headline(amounts, n) {
  const pods = tn("{n} pod", "{n} pods", n);
  const cpu = amounts.find(({ resource }) => resource === "cpu");
  if (!cpu) return pods;
  const free = amountText("cpu", Math.max(0, cpu.allocatable - cpu.requested), { short: true });
  return t("{pods}, {free} of {all} free", { pods, free, all: amountText("cpu", cpu.allocatable) });
}

/** @param {LiveNode} node */
function stateOf({ ready, closed = [] }) {
  if (!closed.length && ready) return h("p.nd-state", h("span.chip.pass", t("schedulable")));
  return h(
    "ul.nd-state",
    !ready && h("li", h("span.chip.error", t("not ready"))),
    closed.map((mark) => h("li", closedText(mark))),
  );
}

/** @param {LiveClosed} closed @returns {Child} */
const closedText = ({ what, since }) => [
  what ? h("span.chip.reject.mono", what) : h("span.chip.reject", t("cordoned")),
  " ",
  since
    ? h(
        "button.link",
        { title: dateOf(since), onclick: () => lookAt(Date.parse(since)) },
        t("since {time}", { time: timeOf(since) }),
      )
    : h("span.soft", t("since before following began, or unknown")),
];

/** @param {LiveAmount} amount */
function amountRow({ resource, unit, allocatable, requested }) {
  const free = Math.max(0, allocatable - requested);
  return h(
    "li",
    h("span.mono.cut", { title: resource }, resource),
    h("i", {
      "aria-hidden": "true",
      style: { "--share": `${Math.min(100, (100 * requested) / allocatable)}%` },
    }),
    h("span", t("{free} of {all} free", { free: amountOf(free, unit), all: amountOf(allocatable, unit) })),
  );
}

/** @param {number} amount @param {string} unit */
const amountOf = (amount, unit) => (unit === "count" ? integer(amount) : quantity(amount, unit));
