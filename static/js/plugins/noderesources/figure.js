// NodeResourcesFit below the matrix: per node what is used, what this pod wants besides, the line of what is
// allocatable, and what is missing. One scale per resource, the nearest nodes first.

import { h, replace } from "../../lib/dom.js";
import { integer } from "../../lib/format.js";
import { rich, t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { amount } from "../../model/amounts.js";
import { groupText } from "../../model/nodegroups.js";
import { factLink, named } from "../../parts/factLink.js";
import { heading, rowsUpTo, section } from "../../parts/panels.js";
import { shortfallOf } from "./shortfall.js";

/** @import { Child } from "../../lib/dom.js" */
/** @import { Amounts, Short, Shortfall, ShortNode } from "./shortfall.js" */
/** @import { Viewed } from "../descriptor.js" */

const PLUGIN = "NodeResourcesFit";
const NEAREST = 6; // nodes that stand one by one

/**
 * @typedef {object} Drawing
 * @property {Viewed} now
 * @property {Short[]} resources
 * @property {number[]} scales the largest amount of each resource
 */

/** @param {Viewed} now */
export function atFilter(now) {
  const shortfall = shortfallOf(now);
  if (!shortfall?.checked) return null;
  const { resources, full, small } = shortfall;
  if (!resources.length) return section(heading(t("What is left")), h("p", everywhere(shortfall.checked)));
  const drawing = { now, resources, scales: resources.map((_, i) => scaleOf(shortfall, i)) };
  return section(
    heading(t("What is left, nearest first"), wanted(resources)),
    fragments(shortfall, now),
    key(),
    h(
      "table",
      { class: `fit fit-${Math.min(resources.length, 3)}` },
      h("caption.vh", t("What nodes use and lack, nearest first")),
      head(resources),
      body(full.slice(0, NEAREST), drawing),
      full.length > NEAREST
        ? folded(full.slice(NEAREST), tn("{n} more", "{n} more", full.length - NEAREST), drawing)
        : null,
      small.map((rows) =>
        rows.length === 1 ? body(rows, drawing) : folded(rows, nameOf(rows, now), drawing),
      ),
    ),
    small.length && full.length ? note(full, small) : null,
  );
}

/** @param {number} checked */
const everywhere = (checked) =>
  tn(
    "The {n} remaining node has room for this pod.",
    "All {n} remaining nodes have room for this pod.",
    checked,
  );

/** @param {Short[]} resources */
const wanted = (resources) =>
  t("{amounts} wanted", {
    amounts:
      resources
        .filter(({ resource }) => resource !== "pods")
        .map(({ resource, request }) => `${amount(resource, request)} ${resource}`)
        .join(", ") || t("room for one pod"),
  });

/** @param {ShortNode[]} rows @param {Viewed} now */
const nameOf = (rows, now) =>
  groupText(
    now.cluster,
    rows.map(({ node }) => node),
  );

/** The largest amount of a resource in any row. @param {Shortfall} found @param {number} i of the resource */
const scaleOf = ({ full, small }, i) =>
  [full, ...small]
    .flat()
    .reduce(
      (most, { amounts }) =>
        Math.max(most, amounts[i].allocatable, amounts[i].allocatable + amounts[i].missing),
      1,
    );

/**
 * What is free in all, and in one piece: where no node is left.
 * @param {Shortfall} found @param {Viewed} now
 */
function fragments({ checked, resources, full, small }, { data }) {
  const rejected = full.length + small.reduce((sum, rows) => sum + rows.length, 0);
  if (rejected < checked)
    return h(
      "p.fit-lead",
      tn("Too little on {rejected} of {n} node.", "Too little on {rejected} of {n} nodes.", checked, {
        rejected: integer(rejected),
      }),
    );
  const pieces = resources.filter(
    ({ resource, largest, request }) => resource !== "pods" && largest < request,
  );
  return pieces.map(({ resource, free, largest, largestNode }) =>
    h(
      "p.fit-lead",
      free
        ? rich(t("{free} {resource} are free, but at most {largest} on one node, {node}."), {
            free: h("b", amount(resource, free)),
            resource,
            largest: factLink(amount(resource, largest), named("used", data.names[largestNode], resource)),
            node: data.names[largestNode],
          })
        : t("No {resource} is free on any of these nodes.", { resource }),
    ),
  );
}

const key = () =>
  h(
    "ul.fit-key",
    { "aria-hidden": "true" },
    h("li", h("i.fit-used"), t("used")),
    h("li", h("i.fit-pod"), t("this pod")),
    h("li", h("i.fit-line"), t("allocatable")),
    h("li", h("i.fit-over"), t("missing")),
    h("li", h("i.fit-range"), t("used, least to most")),
  );

/** @param {Short[]} resources */
const head = (resources) =>
  h(
    "thead",
    h(
      "tr",
      h("th", { scope: "col" }, t("Node")),
      resources.map(({ resource }) => [
        h("th", { scope: "col" }, resource),
        h("th.num", { scope: "col" }, t("missing")),
      ]),
    ),
  );

/** @param {ShortNode[]} rows @param {Drawing} drawing */
const body = (rows, drawing) =>
  h(
    "tbody",
    rows.map((row) => nodeRow(row, drawing)),
  );

/** @param {ShortNode} row @param {Drawing} drawing */
function nodeRow({ node, amounts }, { now, resources, scales }) {
  const name = now.data.names[node];
  return h(
    "tr",
    { dataset: { node: name } },
    h("th", { scope: "row" }, h("button.link.mono", { dataset: { node: name, pick: "node" } }, name)),
    resources.map((short, i) => cells(name, short, amounts[i], scales[i])),
  );
}

/** @param {string} node @param {Short} short @param {Amounts} amounts @param {number} scale */
function cells(node, { resource, request }, { used, allocatable, missing }, scale) {
  /** @param {number} value */
  const share = (value) => `${Math.max(0, Math.min(100, (100 * value) / scale))}%`;
  const usedText = amount(resource, used);
  return [
    h(
      "td.fit-bar",
      h("span.fit-name", resource),
      h(
        "span.fit-value",
        factLink(usedText, named("used", node, resource), {
          "aria-label": t("{node}: {used} {resource} used of {allocatable}", {
            node,
            used: usedText,
            resource,
            allocatable: amount(resource, allocatable),
          }),
        }),
      ),
      h(
        "div.fit-track",
        h("i.fit-cap", { style: { width: share(allocatable) } }),
        h("i.fit-used", { style: { width: share(used) } }),
        used < allocatable
          ? h("i.fit-pod", {
              style: { left: share(used), width: share(Math.min(request, allocatable - used)) },
            })
          : null,
        missing ? h("i.fit-over", { style: { left: share(allocatable), width: share(missing) } }) : null,
        h("i.fit-line", { style: { left: share(allocatable) } }),
      ),
    ),
    h(
      "td.num",
      missing
        ? h(
            "button.opn.fit-short",
            {
              "aria-label": t("{node}: {missing} {resource} missing", {
                node,
                missing: amount(resource, missing),
                resource,
              }),
              title: t("The arithmetic"),
              dataset: { node, plugin: PLUGIN, pick: "cell" },
            },
            `−${amount(resource, missing)}`,
          )
        : icon("check", "g g-pass"),
    ),
  ];
}

/**
 * Rows that open: closed, one row with the range of what is used and the least that is missing.
 * @param {ShortNode[]} rows @param {Child} name @param {Drawing} drawing
 */
function folded(rows, name, drawing) {
  const listed = h("tbody", { hidden: true });
  const more = h("tbody", { hidden: true });
  const button = h(
    "button.fit-fold",
    { "aria-expanded": "false", onclick: () => toggle() },
    icon("right", "ic ic-12"),
    h("span", name),
  );
  function toggle() {
    const open = button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", String(open));
    replace(button, icon(open ? "down" : "right", "ic ic-12"), h("span", name));
    if (open && !listed.childElementCount)
      replace(
        more,
        h(
          "tr",
          h(
            "td",
            { colspan: 1 + 2 * drawing.resources.length },
            rowsUpTo(listed, rows, (row) => nodeRow(row, drawing)),
          ),
        ),
      );
    listed.hidden = more.hidden = !open;
  }
  const summary = h(
    "tr.fit-folded",
    h("th", { scope: "row" }, button),
    drawing.resources.map((short, i) =>
      rangeCells(
        short,
        rows.map(({ amounts }) => amounts[i]),
        drawing.scales[i],
      ),
    ),
  );
  return [h("tbody", summary), listed, more];
}

/** @param {Short} short @param {Amounts[]} amounts of the nodes @param {number} scale */
function rangeCells({ resource }, amounts, scale) {
  /** @param {number} value */
  const share = (value) => `${(100 * Math.min(value, scale)) / scale}%`;
  const used = extent(amounts.map((row) => row.used));
  const allocatable = extent(amounts.map((row) => row.allocatable));
  const missing = extent(amounts.map((row) => row.missing));
  return [
    h(
      "td.fit-bar",
      h("span.fit-name", resource),
      h(
        "div.fit-track",
        {
          role: "img",
          "aria-label": t("{from} to {to} {resource} used", {
            from: amount(resource, used.least),
            to: amount(resource, used.most),
            resource,
          }),
        },
        h("i.fit-cap", { style: { width: share(allocatable.most) } }),
        h("i.fit-range", { style: { left: share(used.least), width: share(used.most - used.least) } }),
        h("i.fit-line", { style: { left: share(allocatable.most) } }),
      ),
    ),
    h(
      "td.num.fit-from",
      missing.most
        ? t("from {least}", { least: missing.least ? `−${amount(resource, missing.least)}` : "0" })
        : icon("check", "g g-pass"),
    ),
  ];
}

/** @param {number[]} values */
function extent(values) {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) [least, most] = [Math.min(least, value), Math.max(most, value)];
  return { least, most };
}

/** @param {ShortNode[]} full @param {ShortNode[][]} small */
const note = (full, small) =>
  h(
    "p.soft.fit-lead",
    tn(
      "{n} is large enough if it were emptier; ",
      "{n} are large enough if they were emptier; ",
      full.length,
    ),
    tn(
      "{n} is too small even when empty.",
      "{n} are too small even when empty.",
      small.reduce((sum, rows) => sum + rows.length, 0),
    ),
  );
