// Why no new node came for a pod, or which one would: a row for each NodePool or node group, with the first
// clause that excludes it and the program's own words.

import { h } from "../../lib/view.js";
import { decimal, inARow, integer } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icon.js";
import { Name } from "../../parts/nameView.js";
import { sentenceOf } from "./phrases.js";

/** @import { Basis, Loop, NewNodeAnswer, PoolRow, Shape, WhatIf } from "../../types/engine.js" */

/** @type {Record<NewNodeAnswer["autoscaler"], string>} */
export const PROGRAMS = { karpenter: "Karpenter", "cluster-autoscaler": "Cluster Autoscaler" };

/** @param {WhatIf | null | undefined} answer */
export const newNodes = (answer) => (answer?.new_nodes ?? []).map(newNode);

/** Whether an autoscaler makes a node that takes the pod. @param {WhatIf} answer */
export const isHelped = ({ new_nodes: told = [] }) =>
  told.some(({ verdict, loop }) => verdict === "makes" && !loop);

/** What is said row by row is no cause of its own beside them. @param {WhatIf} answer */
export const otherCauses = ({ outside, new_nodes: told = [] }) =>
  outside.filter(({ text }) => !told.some((answer) => answer.text === text));

/** @param {NewNodeAnswer} answer */
function newNode(answer) {
  const { autoscaler, verdict, rows, loop } = answer;
  const program = PROGRAMS[autoscaler];
  const listed = rows.length > 0 && (verdict === "none" || verdict === "may");
  return h(
    "section.nodes-wanted",
    { key: autoscaler, "aria-label": t("New node") },
    h(
      "h3",
      verdict === "makes" && !loop ? t("The node that comes") : t("Why no new node came"),
      // Cluster Autoscaler compares its groups, whatever their order.
      h(
        "span.soft",
        autoscaler === "karpenter" && rows.length > 1 ? t("Karpenter asks them in this order") : program,
      ),
    ),
    listed ? null : h("p", sentenceOf(answer)),
    rows.length > 0 && table(answer),
    loop && disagreement(program, loop),
    answer.ties.map((tie) => h("p.soft", { key: tie }, tie)),
    h("p.soft", [restsOn(answer.basis), ...answer.notes].filter(Boolean).join(" · ")),
  );
}

/** @param {NewNodeAnswer} answer */
const table = ({ autoscaler, rows }) =>
  h(
    "table.nn-t",
    h(
      "thead",
      h(
        "tr",
        h("th", autoscaler === "karpenter" ? "NodePool" : t("Node group")),
        h("th", t("the first clause that excludes it")),
        h("th", t("would make")),
      ),
    ),
    h("tbody", rows.map(row)),
  );

/** @param {PoolRow} pool */
const row = (pool) =>
  h(
    "tr",
    { key: pool.pool, class: pool.alone && "nn-alone" },
    h(
      "th",
      { scope: "row" },
      h(Name, { name: pool.pool }),
      pool.weight ? h("span.soft", t("weight {n}", { n: integer(pool.weight) })) : null,
    ),
    h(
      "td",
      h("b", { class: `nn-${pool.verdict}` }, sentenceOf(pool)),
      pool.says && pool.says !== pool.text && h("span.mono.soft", pool.says),
    ),
    h("td", pool.shape ? shape(pool.shape) : "–"),
  );

/** @param {Shape} made */
const shape = ({ type, zone, capacity_type: kind, price, size }) => [
  h("span", inARow(...[type || sizeText(size), zone].filter(Boolean))),
  (price !== null || kind) &&
    h("span.soft", price === null ? "" : h("b", priceText(price)), price !== null && kind ? " " : "", kind),
];

/** "m5.large, b, $0.096" @param {Shape} made */
export const shapeText = ({ type, zone, price, size }) =>
  inARow(
    ...[type || sizeText(size), zone, price === null ? "" : priceText(price)].filter((text) => text !== ""),
  );

/** "cpu 4, memory 8Gi" @param {Record<string, string>} size */
const sizeText = (size) => inARow(...Object.entries(size).map(([name, amount]) => `${name} ${amount}`));

/** Dollars an hour. @param {number} price */
export const priceText = (price) => `$${decimal(price, 4)}`;

/**
 * What each program says of a node that one expects and the other refuses.
 * @param {string} program @param {Loop} loop
 */
const disagreement = (program, { node, autoscaler, scheduler }) =>
  h(
    "div.nn-loop",
    h("p", icon("retry"), t("They would repeat this for ever:")),
    h("p", h("b", program), h("span.mono", autoscaler)),
    h(
      "p",
      h("b", "kube-scheduler"),
      h("span.mono", inARow(`${node}: ${scheduler[0] ?? ""}`, ...scheduler.slice(1))),
    ),
  );

/** Which instance types are known. @param {Basis | null} basis */
export function restsOn(basis) {
  if (!basis) return "";
  const { given, seen, priced } = basis;
  const known = [
    given > 0 && tn("{n} instance type given", "{n} instance types given", given),
    seen.length > 0 && tn("{n} instance type seen on nodes", "{n} instance types seen on nodes", seen.length),
    !priced && t("no prices"),
  ];
  return t("Rests on: {types}", { types: inARow(...known.filter((text) => text !== false)) });
}
