// What stands above and below the grid: other orders, placements, victims, and what pods are told.

import { h } from "../../../lib/dom.js";
import { integer } from "../../../lib/format.js";
import { t, tn } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { scheduledCondition } from "../../../model/minors.js";
import { nameElement } from "../../../parts/name.js";
import { chip, heading, mono, section } from "../../../parts/panels.js";
import { log } from "../core/state.js";
import { orderAnswer } from "./words.js";

/** @import { Child } from "../../../lib/dom.js" */
/** @import { GangPlacement, GangView, OrderView } from "../../../types/engine.js" */

const LISTED = 8;

const version = () => log.get().started?.kubernetes_version ?? "";

/** @param {string} pod */
const podName = (pod) => nameElement(pod, { focusable: true });
/** @param {string} node */
const nodeName = (node) => nameElement(node, { focusable: true });

/** Whether another order of the members would have worked. @param {OrderView | "searching"} search */
export function otherOrder(search) {
  if (search === "searching")
    return section(
      h("p.mute", { role: "status" }, t("Looking for another order of the members that works…")),
    );
  return section(
    h(
      "div",
      { class: search.found ? "other-order works" : "other-order" },
      heading(search.found ? t("Another order would work") : t("No other order was found that works")),
      h("p.soft", orderAnswer(search)),
      search.found ? proof(search) : null,
    ),
  );
}

/** The members in that order, each with its node. @param {OrderView} search */
const proof = ({ order, nodes, placement }) => [
  placement ? h("p.soft", t("Placement: {name}", { name: placement })) : null,
  listed(
    "ol",
    order.map((pod) => [
      podName(pod),
      icon("arrow", "ic ic-12"),
      nodes[pod] ? nodeName(nodes[pod]) : h("span.mute", t("no node")),
    ]),
  ),
];

/** The placements, side by side, the chosen one first. @param {GangView} gang */
export function placements({ placements: all, topology_key: key, members }) {
  if (!key || !all.length) return null;
  const ordered = [...all].sort((a, b) => Number(b.chosen) - Number(a.chosen));
  return section(
    heading(tn("{n} placement by {key}", "{n} placements by {key}", ordered.length, { key })),
    several(
      "div",
      "placements",
      ordered.map((placement) => card(placement, members.length)),
    ),
  );
}

/** @param {GangPlacement} placement @param {number} members */
function card({ name, nodes, code, message, chosen, placed, members: tried, scores, breaks }, members) {
  const works = code === "Success";
  return h(
    "article",
    { class: chosen ? "placement chosen" : "placement", "aria-label": name },
    h(
      "h3",
      mono(name),
      works ? chip(t("works"), "pass", "pass") : chip(t("does not work"), "reject", "rejected"),
      chosen ? chip(t("chosen"), "here") : null,
    ),
    h(
      "p.mute",
      tn("{n} node", "{n} nodes", nodes),
      ", ",
      tn("{placed} of {n} member placed", "{placed} of {n} members placed", members, { placed }),
    ),
    works || !message ? null : h("p.soft", message),
    breaks && !works ? h("p.soft", t("First pod that does not fit: {pod}", { pod: breaks })) : null,
    scores ? points(scores) : null,
    listed(
      "ul",
      tried.flatMap(({ pod, node }) =>
        node ? [[podName(pod), icon("arrow", "ic ic-12"), nodeName(node)]] : [],
      ),
    ),
  );
}

/** @param {Record<string, number>} scores by plugin, and in total */
const points = ({ total, ...scores }) =>
  h(
    "dl.points",
    Object.entries(scores).map(([plugin, entry]) => [h("dt", plugin), h("dd.num", integer(entry))]),
    h("dt", h("b", t("Total"))),
    h("dd.num", h("b", integer(total))),
  );

/** The pods that go, and whether for nothing. @param {GangView} gang */
export function victims({ victims: view, members }) {
  if (!view) return null;
  /** @param {string} pod */
  const whose = (pod) => members.find((member) => member.victims?.includes(pod))?.pod;
  return section(
    heading(
      tn("{n} victim", "{n} victims", view.pods.length),
      null,
      view.in_vain ? chip(t("in vain"), "reject", "rejected") : null,
    ),
    view.in_vain
      ? h(
          "p.soft",
          t(
            "Members preempt individually and immediately: these pods are evicted although the group is " +
              "not placed.",
          ),
        )
      : null,
    view.by === "group" ? h("p.soft", t("Chosen for the group as a whole (WorkloadAwarePreemption).")) : null,
    listed(
      "ul",
      view.pods.map((pod) => {
        const member = whose(pod);
        return [podName(pod), member ? [h("span.mute", t("makes room for")), podName(member)] : null];
      }),
    ),
    view.reprieved.length
      ? [
          h("p.soft", t("Removed tentatively, then restored because the group fits beside them:")),
          listed(
            "ul",
            view.reprieved.map((pod) => podName(pod)),
          ),
        ]
      : null,
  );
}

/**
 * The condition of the group, and what the pods' conditions say, equal texts together.
 * @param {GangView} gang
 */
export function conditions({ condition, members, not_in_queue: held }) {
  /** @type {Map<string, string[]>} pods by message */
  const pods = new Map();
  for (const { pod, message } of members) if (message) pods.set(message, [...(pods.get(message) ?? []), pod]);
  if (held.length) pods.set(t("Held back before the queue by a PreEnqueue plugin."), held);
  if (!condition && !pods.size) return null;
  return section(
    heading(t("What Kubernetes says")),
    condition
      ? [
          h("p.mono", `${scheduledCondition(version())}=${condition.status} (${condition.reason})`),
          condition.message ? h("p.msg.mono", condition.message) : null,
        ]
      : null,
    [...pods].map(([message, names]) => [
      h("p.pods-line", names.slice(0, LISTED).map(podName), more(names.length - LISTED)),
      h("p.msg.mono", message),
    ]),
  );
}

/** @param {number} rest */
const more = (rest) => (rest > 0 ? h("span.mute", tn("and {n} more", "and {n} more", rest)) : null);

/** @param {"ul" | "ol"} tag @param {Child[]} items */
const listed = (tag, items) =>
  several(
    tag,
    "gang-list",
    items.map((item) => h("li", item)),
  );

/**
 * The first few, and the others on demand.
 * @param {"ul" | "ol" | "div"} tag @param {string} name @param {HTMLElement[]} items
 */
function several(tag, name, items) {
  const list = h(tag, { class: name }, items.slice(0, LISTED));
  const left = items.length - LISTED;
  if (left <= 0) return list;
  const button = h(
    "button.btn",
    { onclick: () => (list.append(...items.slice(LISTED)), button.remove()) },
    tn("Show {n} more", "Show {n} more", left),
  );
  return [list, button];
}
