// The chosen node before and after: who has to go, and the pod in their place.

import { h } from "../../lib/dom.js";
import { integer } from "../../lib/format.js";
import { rich, t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { amount } from "../../model/amounts.js";
import { quantityIn } from "../../model/room.js";
import { podOf } from "../../model/story.js";
import { factLink, named } from "../../parts/factLink.js";
import { heading, section } from "../../parts/panels.js";

/** @import { Cluster, Pod } from "../../model/cluster.js" */
/** @import { Child } from "../../lib/dom.js" */
/** @import { Fold } from "../../model/fold.js" */

/**
 * What the node offers of the resource that is missing, and who takes it.
 * @typedef {object} Shares
 * @property {string} resource
 * @property {number} allocatable
 * @property {{pod: string, priority: number, amount: number}[]} victims
 * @property {number} others what the other pods on the node take
 * @property {number} wanted by the pod
 */

/**
 * The shares of the resource that the node is shortest of; null where no resource is.
 * @param {{cluster: Cluster, fold: Fold}} at @param {string} pod @param {string} node
 * @param {string[]} victims
 * @returns {Shares | null}
 */
export function sharesOf({ cluster, fold }, pod, node, victims) {
  const place = cluster.indexOf.get(node) ?? -1;
  const wanting = fold.pod(pod);
  if (place < 0 || !wanting) return null;
  const requests = { ...cluster.classes[wanting.class].requests, pods: 1 };
  /** @param {Pod} running @param {string} resource */
  const taken = (running, resource) =>
    resource === "pods" ? 1 : (cluster.classes[running.class].requests[resource] ?? 0);
  const there = fold.on(place).map((index) => cluster.pod(index));
  const out = new Set(victims);
  const all = Object.entries(requests).map(([resource, wanted]) => ({
    resource,
    wanted,
    allocatable: quantityIn(resource, cluster.nodes[place].allocatable[resource]),
    others: there
      .filter((running) => !out.has(running.pod))
      .reduce((sum, running) => sum + taken(running, resource), 0),
    victims: there
      .filter((running) => out.has(running.pod))
      .map((victim) => ({ pod: victim.pod, priority: victim.priority, amount: taken(victim, resource) })),
  }));
  const short = all.filter((amounts) => missing(amounts) > 0);
  return short.sort((a, b) => missing(b) / b.allocatable - missing(a) / a.allocatable)[0] ?? null;
}

/** How much is missing while the victims are there. @param {Shares} shares */
export const missing = ({ allocatable, others, victims, wanted }) =>
  others + victims.reduce((sum, victim) => sum + victim.amount, 0) + wanted - allocatable;

/**
 * @param {Shares | null} shares @param {string} pod @param {string} node @param {string[]} victims
 * @param {number} priority
 */
export function beforeAfter(shares, pod, node, victims, priority) {
  return section(
    heading(
      t("Before and after on {node}", { node }),
      shares
        ? t("{amount} {resource} allocatable", {
            amount: amount(shares.resource, shares.allocatable),
            resource: shares.resource,
          })
        : null,
    ),
    shares ? bars(shares, pod, priority) : null,
    h("p.soft", sentence(shares, pod, node, victims)),
  );
}

/** @param {Shares} shares @param {string} pod @param {number} priority */
function bars(shares, pod, priority) {
  const { resource, allocatable, others, victims, wanted } = shares;
  /** @param {number} value */
  const text = (value) => amount(resource, value);
  const freeNow = allocatable - others - victims.reduce((sum, victim) => sum + victim.amount, 0);
  const freeThen = allocatable - others - wanted;
  const rest = others
    ? [segment("stays", others, allocatable, t("others"), text(others), t("Other pods on the node"))]
    : [];
  const going = victims.map((victim) =>
    segment(
      "goes",
      victim.amount,
      allocatable,
      factLink(podOf(victim), named("pod", victim.pod)),
      t("{amount} out", { amount: text(victim.amount) }),
      t("{pod}, priority {priority}, is evicted", { pod: victim.pod, priority: integer(victim.priority) }),
    ),
  );
  const coming = segment(
    "comes",
    wanted,
    allocatable,
    factLink(podOf({ pod }), named("pod", pod)),
    t("{amount} in", { amount: text(wanted) }),
    t("{pod}, priority {priority}, comes in", { pod, priority: integer(priority) }),
  );
  return h(
    "div.swap",
    bar(
      t("now"),
      tn("{n} pod is in the way", "{n} pods are in the way", victims.length),
      [...rest, ...going],
      freeNow,
      text,
    ),
    h("span.swap-arrow", { "aria-hidden": "true" }, icon("right")),
    bar(
      t("then"),
      t("priority {priority}", { priority: integer(priority) }),
      [...rest, coming],
      freeThen,
      text,
    ),
  );
}

/**
 * @param {string} when @param {string} what @param {HTMLElement[]} segments @param {number} free
 * @param {(value: number) => string} text
 */
const bar = (when, what, segments, free, text) =>
  h(
    "div.swap-side",
    h("p.swap-h", h("b", when), " ", h("span.mute", what)),
    h(
      "div.swap-bar",
      segments,
      free > 0 ? h("span.swap-free", t("{amount} free", { amount: text(free) })) : null,
    ),
  );

/**
 * @param {"stays" | "goes" | "comes"} kind @param {number} value @param {number} of @param {Child} name
 * @param {string} text @param {string} title
 */
const segment = (kind, value, of, name, text, title) =>
  h(
    "span",
    { class: `swap-seg ${kind}`, title, style: { width: `${(100 * value) / (of || 1)}%` } },
    h("b", name),
    " ",
    h("span", text),
  );

/** @param {Shares | null} shares @param {string} pod @param {string} node @param {string[]} victims */
function sentence(shares, pod, node, victims) {
  const parts = {
    pod: podOf({ pod }),
    node,
    victims: tn("{n} pod is evicted", "{n} pods are evicted", victims.length),
  };
  if (!shares) return t("{victims}; {pod} is nominated to {node}.", parts);
  const { resource, wanted } = shares;
  return rich(
    t("{pod} requests {wanted} {resource}; {missing} are missing. {victims}; {pod} is nominated to {node}."),
    {
      ...parts,
      wanted: amount(resource, wanted),
      resource,
      missing: h("b", amount(resource, missing(shares))),
    },
  );
}
