// The figures of a cause: what is short on the nearest nodes, domains of a spread, labels, nodes by reason.

import { h } from "../../lib/dom.js";
import { decimal, integer } from "../../lib/format.js";
import { rich, t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { nameElement } from "../../parts/name.js";
import { about } from "./lighting.js";
import { amount, amountOf, figure, lastPart, shortOf } from "./words.js";

/** @import { InitializedPod, NearestNode, NodeAmount, NodePart } from "../../types/engine.js" */
/** @import { PendingWorkload } from "../../types/engine.js" */
/** @import { SelectorCause, Shortage, SpreadCause, Unit } from "../../types/engine.js" */

/** What is short, in sentences. @param {PendingWorkload} workload */
export const shortages = (workload) =>
  workload.shortages.map((shortage) =>
    h(
      "p",
      rich(sentence(shortage, workload.open_nodes), {
        node: nameElement(shortage.largest_node, { focusable: true }),
        request: h("b", amountOf(shortage.request, shortage.resource, shortage.unit)),
      }),
      shortage.largest_allocatable >= shortage.request && momentOf(workload),
      shortage.initialized.map((pod) => initialized(pod, shortage)),
    ),
  );

/**
 * A pod that counts for init containers that have ended, beside what it runs with.
 * @param {InitializedPod} pod
 * @param {Shortage} shortage
 *
 */
const initialized = ({ pod, node, counted, running }, { resource, unit }) => [
  " ",
  rich(
    t(
      "{pod} on {node} counts as {counted}: its finished init containers still count; its containers " +
        "request {running}.",
      { pod, node: "{node}", counted: amountOf(counted, resource, unit), running: amount(running, unit) },
    ),
    { node: nameElement(node, { focusable: true }) },
  ),
];

/**
 * Of which pod's turn the figures are: repairs are those of the first pod, at whose turn other nodes had
 * room.
 * @param {PendingWorkload} workload
 */
const momentOf = ({ namespace, pods, pod }) =>
  pod !== `${namespace}/${pods[0]}` &&
  h(
    "span.soft",
    " ",
    t("This was the state when {pod} was tried.", { pod: pod.slice(namespace.length + 1) }),
  );

/** @param {Shortage} shortage @param {number} openNodes */
function sentence({ request, unit, free, largest_free, largest_allocatable }, openNodes) {
  if (largest_allocatable < request)
    return t("Needs {request}: more than any eligible node has ({largest} at most).", {
      request: "{request}",
      largest: amount(largest_allocatable, unit),
    });
  return tn(
    "Needs {request}. The {n} eligible node has {free} free.",
    "Needs {request}. {free} are free on the {n} eligible nodes, but at most {largest} on one node, {node}.",
    openNodes,
    { request: "{request}", free: amount(free, unit), largest: amount(largest_free, unit), node: "{node}" },
  );
}

// ---- the nearest nodes ----

/** @param {PendingWorkload} workload */
export function nearestNodes({ nearest, parts }) {
  if (!nearest.length) return null;
  if (nearest.every(({ reasons }) => reasons.every(({ kind }) => kind === "unmatched_selector")))
    return nothingElse(nearest);
  if (parts.length === 1 && !nearest[0].amounts.length) return null; // the bar says why all refuse alike
  const resources = nearest[0].amounts;
  return h(
    "div.scroll",
    { tabindex: "0" },
    h(
      "table.near",
      h("caption.vh", t("Nearest nodes")),
      h(
        "thead",
        h(
          "tr",
          h("th", { scope: "col" }, t("Nearest nodes")),
          resources.map((resource) => h("th", { scope: "col", colspan: 3 }, headOf(resource))),
          h("th", { scope: "col" }, h("span.vh", t("Otherwise"))),
        ),
      ),
      h(
        "tbody",
        nearest.map((node) => row(node, nearest)),
      ),
    ),
  );
}

/**
 * Nodes that would take the pod if they matched its selector.
 * @param {NearestNode[]} nearest
 */
const nothingElse = (nearest) =>
  h(
    "p",
    t("With that label it would fit on:"),
    nearest.flatMap(({ node }, i) => [i ? ", " : " ", nameElement(node, { focusable: true })]),
  );

/** @param {string} resource @param {Unit} unit */
const headed = (resource, unit) => (unit === "milli" ? t("cores") : resource);

/** @param {NodeAmount} each */
const headOf = ({ resource, request, unit }) =>
  rich(t("free {resource}, needs {request}", { resource: headed(resource, unit), request: "{request}" }), {
    request: h("b", figure(request, unit)),
  });

/** @param {NearestNode} node @param {NearestNode[]} all */
function row(node, all) {
  const others = node.reasons.filter(({ kind }) => kind !== "resource");
  return h(
    "tr",
    h("th", { scope: "row" }, nameElement(node.node, { focusable: true })),
    node.amounts.map((near, i) => [
      h(
        "td.near-free",
        h("span.near-of", `${headed(near.resource, near.unit)} `),
        figure(Math.max(near.free, 0), near.unit),
      ),
      h("td.near-bar", bar(near, Math.max(...all.map(({ amounts }) => amounts[i].free)))),
      h("td.near-short", missing(near)),
    ]),
    h("td.near-other", shortOf(others)),
  );
}

/** @param {NodeAmount} each */
const missing = ({ request, free, unit }) =>
  request > free ? h("b.short", `−${figure(request - Math.max(free, 0), unit)}`) : icon("check", "g g-pass");

/** What is free against the line of what is needed. @param {NodeAmount} amounts @param {number} most */
function bar({ request, free }, most) {
  const scale = 1.08 * Math.max(request, most);
  /** @param {number} value */
  const share = (value) => `${(100 * Math.max(value, 0)) / scale}%`;
  return h(
    "div.bar",
    h("i.bar-free", { style: { width: share(free) } }),
    request > free &&
      h("i.bar-short", { style: { left: share(free), width: share(request - Math.max(free, 0)) } }),
    h("i.bar-need", { style: { left: share(request) } }),
  );
}

// ---- spread, selectors ----

/** @param {SpreadCause} constraint */
export const spreadFigure = ({ topology_key, max_skew, minimum, domains, domain_count }) =>
  h(
    "div.fig",
    h(
      "p",
      t("maxSkew {n} over {key}: with the new pod no {domain} may have more than {most} of them.", {
        n: max_skew,
        key: topology_key,
        domain: lastPart(topology_key),
        most: integer(minimum + max_skew),
      }),
    ),
    h(
      "ul.chips",
      domains.map(({ value, count, fits, open }) =>
        h(
          "li",
          { class: fits && open ? "chip" : open ? "chip reject" : "chip closed" },
          h("span.mono", value),
          h("b", integer(count)),
          !fits && h("span", t("full")),
          !open && h("span", t("counted, but can never run this pod")),
        ),
      ),
      domain_count > domains.length &&
        h("li.soft", tn("and {n} more", "and {n} more", domain_count - domains.length)),
    ),
  );

/** @param {SelectorCause} selector */
export const selectorFigure = ({ clause, key, matching, values, value_count, without }) =>
  h(
    "div.fig",
    h(
      "p",
      rich(
        matching
          ? tn(
              "The node must have {clause}; {n} node does.",
              "The node must have {clause}; {n} nodes do.",
              matching,
              {
                clause: "{clause}",
              },
            )
          : t("The node must have {clause}. The nodes have:", { clause: "{clause}" }),
        { clause: h("code", clause) },
      ),
    ),
    h(
      "ul.chips",
      values.map(({ value, nodes }) => h("li.chip", h("span.mono", value), h("b", integer(nodes)))),
      value_count > values.length &&
        h("li.soft", tn("and {n} more", "and {n} more", value_count - values.length)),
      without > 0 && h("li.chip", h("span", t("no label {key}", { key })), h("b", integer(without))),
    ),
  );

// ---- all nodes by reason ----

/** All nodes as one bar whose parts add up to their number. @param {PendingWorkload} workload */
export function partsFigure({ parts, nodes }) {
  if (!parts.length) return null;
  const kinds = kindsOf(parts);
  return h(
    "div.fig.why-none",
    h("h3", tn("Why it does not fit on the {n} node", "Why it fits on none of the {n} nodes", nodes)),
    h(
      "div.stack",
      { "aria-hidden": "true" },
      parts.map((part, i) =>
        h("i", {
          class: kinds[i],
          style: { flexGrow: part.nodes },
          dataset: about([part]),
        }),
      ),
    ),
    h(
      "ul.stack-key",
      parts.map((part, i) =>
        h(
          "li",
          { dataset: about([part]) },
          h("i", { class: kinds[i] }),
          h("b", decimal(part.nodes)),
          " ",
          shortOf(part.reasons),
        ),
      ),
    ),
  );
}

const OPEN = ["st-open-1", "st-open-2"];
const CLOSED = ["st-closed-1", "st-closed-2"];

/**
 * The look of each part: open nodes, nodes that are closed to the pod, cordoned ones. Further ones look like
 * the second.
 * @param {NodePart[]} parts
 */
function kindsOf(parts) {
  const left = { open: [...OPEN], closed: [...CLOSED] };
  return parts.map(({ open, reasons }) => {
    if (reasons.some(({ kind }) => kind === "unschedulable")) return "st-cordoned";
    const looks = open ? left.open : left.closed;
    return looks.length > 1 ? looks.shift() : looks[0];
  });
}
