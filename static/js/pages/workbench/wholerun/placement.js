// Where the pods ended up: each spread constraint's domains and skew before and after, and the requests on
// the nodes.

import { isOver } from "../../../model/log.js";
import { h, replace } from "../../../lib/dom.js";
import { decimal, integer, quantity } from "../../../lib/format.js";
import { t, tn } from "../../../lib/i18n.js";
import { ask } from "../core/data.js";
import { domainOf } from "../../../model/fold.js";
import { shortKey } from "../../../model/labels.js";
import { nameElement } from "../../../parts/name.js";
import { chip, headers, heading, note, scroller, section } from "../../../parts/panels.js";
import { cluster, grouping, theRun } from "../core/state.js";
import { redrawWhileMounted } from "../../../lib/redrawWhileMounted.js";

/**
 * @import {
 *   BeforeAfter, ConstraintOverview, NodesOverview, Overview, ResourceOverview,
 * } from "../../../types/engine.js"
 */
/** @import { Cluster } from "../../../model/cluster.js" */
/** @import { Context } from "../core/context.js" */

const MOST_ROWS = 60;
/** @typedef {{allocatable: number, before: number, after: number}} Amounts */
/** @typedef {{domain: string, nodes: number, amounts: Record<string, Amounts>}} Row */

/** @type {(keyof Amounts)[]} */
const COLUMNS = ["allocatable", "before", "after"];

const RESOURCES = ["cpu", "memory"];

/** @param {Context} now */
export function placementBody(now) {
  if (!isOver(now.log)) return section(note(t("Placement and usage are computed when the run is over.")));
  const body = h("div", h("p.waiting.mute", { role: "status" }, t("Summarizing the run…")));
  load(body);
  return body;
}

/** @param {HTMLElement} body */
async function load(body) {
  /** @type {Overview | Error} */
  const answer = await ask(`/runs/${theRun().id}/overview`).catch((error) => error);
  if (answer instanceof Error) {
    const again = h("button.btn", { onclick: () => load(body) }, t("Try again"));
    return replace(
      body,
      section(h("p.soft", t("This could not be loaded: {message}", { message: answer.message })), again),
    );
  }
  const use = h("div");
  replace(body, constraints(answer.constraints), use);
  redrawWhileMounted(use, () => {
    const loaded = cluster.get();
    replace(use, loaded ? useOf(answer.nodes, loaded, grouping.get()) : null);
  });
}

/** @param {ConstraintOverview[]} list */
function constraints(list) {
  if (!list.length)
    return section(
      heading(t("Skew")),
      h("p.soft", t("No pod of this run has a topology spread constraint.")),
    );
  return list.map((constraint) =>
    section(
      heading(
        shortKey(constraint.topology_key),
        tn("{n} pod", "{n} pods", constraint.pods),
        chip(`maxSkew ${constraint.max_skew}`),
        chip(constraint.when_unsatisfiable),
        chip(
          constraint.selector
            ? t("{selector} in {namespace}", {
                selector: constraint.selector,
                namespace: constraint.namespace,
              })
            : t("no selector"),
        ),
      ),
      h(
        "p.skew-line",
        t("Skew"),
        " ",
        h("b.mono", integer(constraint.skew.before)),
        " → ",
        h(
          "b",
          { class: `mono${constraint.skew.after > constraint.max_skew ? " g-rej" : ""}` },
          integer(constraint.skew.after),
        ),
        h("span.mute.t12", verdictOf(constraint)),
      ),
      domainTable(constraint),
    ),
  );
}

/** @param {ConstraintOverview} constraint */
function verdictOf({ skew, max_skew: most }) {
  if (skew.after <= most) return t("within maxSkew {most}", { most });
  return t("over maxSkew {most}: the fullest domain exceeds it by {over}", {
    most,
    over: skew.after - most,
  });
}

/** @param {ConstraintOverview} constraint */
function domainTable({ domains, domain_count: count }) {
  const most = Math.max(1, ...domains.map((domain) => Math.max(domain.before, domain.after)));
  const changed = [...domains].sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before));
  const visible = domains.length > MOST_ROWS ? changed.slice(0, MOST_ROWS) : domains;
  return [
    scroller(
      h(
        "table.tbl",
        headers(
          t("Domain"),
          [t("Before"), "num"],
          [t("After"), "num"],
          [t("Change"), "num"],
          h("span.vh", t("Drawn")),
        ),
        h(
          "tbody",
          visible.map((pod) =>
            h(
              "tr",
              h("th.mono", { scope: "row" }, pod.value),
              h("td.num", integer(pod.before)),
              h("td.num", integer(pod.after)),
              h("td.num", change(pod.after - pod.before)),
              h("td.w-bar", bar(pod, most)),
            ),
          ),
        ),
      ),
    ),
    count > visible.length
      ? note(
          t("The {shown} of {count} domains that changed most.", {
            shown: visible.length,
            count: integer(count),
          }),
        )
      : null,
  ];
}

/** @param {number} difference */
const change = (difference) =>
  difference ? (difference > 0 ? `+${integer(difference)}` : `−${integer(-difference)}`) : "0";
/** @param {BeforeAfter} domain @param {number} most */
const bar = ({ before, after }, most) =>
  h(
    "span.ba",
    { "aria-hidden": "true" },
    h("i.a", { style: { width: `${(100 * after) / most}%` } }),
    h("i.b", { style: { width: `${(100 * before) / most}%` } }),
  );

/** @param {NodesOverview} nodes @param {Cluster} loaded @param {string[]} keys */
function useOf(nodes, loaded, keys) {
  const rows = byDomain(nodes, loaded, keys);
  const name = keys.length ? keys.map(shortKey).join(" › ") : t("node");
  const table = () => useTable(rows, name);
  const none = RESOURCES.every((resource) =>
    nodes.resources[resource].after.every(
      (value, i) => value === 0 && nodes.resources[resource].before[i] === 0,
    ),
  );
  if (none)
    return section(
      heading(t("CPU and memory requested")),
      h("p.soft", t("No pod of the cluster requests cpu or memory.")),
      table(),
    );
  return section(
    heading(t("CPU and memory requested"), t("by {key}, as the map is grouped", { key: name })),
    h("p.soft.t12", RESOURCES.map((resource) => imbalance(nodes.resources[resource], resource)).join(" ")),
    useBars(rows),
    table(),
  );
}

/**
 * How uneven nodes are: the standard deviation of their shares.
 * @param {ResourceOverview} amounts @param {string} resource
 */
function imbalance({ allocatable, before, after }, resource) {
  /** @param {number[]} used */
  const spread = (used) => {
    const shares = used.map((value, i) => (allocatable[i] ? (100 * value) / allocatable[i] : 0));
    const mean = shares.reduce((sum, share) => sum + share, 0) / (shares.length || 1);
    return {
      mean,
      deviation: Math.sqrt(
        shares.reduce((sum, share) => sum + (share - mean) ** 2, 0) / (shares.length || 1),
      ),
    };
  };
  const [was, is] = [spread(before), spread(after)];
  return t("{resource}: {a} % → {b} % of a node on average, standard deviation {c} → {d} points.", {
    resource,
    a: decimal(was.mean, 1),
    b: decimal(is.mean, 1),
    c: decimal(was.deviation, 1),
    d: decimal(is.deviation, 1),
  });
}

/** @param {NodesOverview} nodes @param {Cluster} loaded @param {string[]} keys */
function byDomain({ names, resources }, loaded, keys) {
  /** @type {Map<string, Row>} */
  const rows = new Map();
  names.forEach((name, i) => {
    const node = loaded.nodes[loaded.indexOf.get(name) ?? -1];
    const domain =
      keys.length && node
        ? domainOf(node, keys)
            .map((value) => value ?? "–")
            .join(" / ")
        : name;
    const row = rows.get(domain) ?? {
      domain,
      nodes: 0,
      amounts: Object.fromEntries(
        Object.keys(resources).map((resource) => [resource, { allocatable: 0, before: 0, after: 0 }]),
      ),
    };
    row.nodes += 1;
    for (const [resource, columns] of Object.entries(resources))
      for (const column of COLUMNS) row.amounts[resource][column] += columns[column][i];
    rows.set(domain, row);
  });
  return [...rows.values()];
}

/** @param {Row[]} rows @param {string} name */
function useTable(rows, name) {
  const fullest = [...rows].sort((a, b) => share(b.amounts.cpu, "after") - share(a.amounts.cpu, "after"));
  const visible = rows.length > MOST_ROWS ? fullest.slice(0, MOST_ROWS) : rows;
  /** @param {Amounts} amount @param {string} unit */
  const cells = (amount, unit) => [
    h("td.num", { title: quantity(amount.before, unit) }, percent(share(amount, "before"))),
    h("td.num", { title: quantity(amount.after, unit) }, percent(share(amount, "after"))),
  ];
  return [
    scroller(
      h(
        "table.tbl",
        headers(
          name,
          [t("Nodes"), "num"],
          [t("Pods before"), "num"],
          [t("after"), "num"],
          [t("cpu before"), "num"],
          [t("after"), "num"],
          [t("memory before"), "num"],
          [t("after"), "num"],
        ),
        h(
          "tbody",
          visible.map(({ domain, nodes, amounts }) =>
            h(
              "tr",
              h("th.mono", { scope: "row" }, domain),
              h("td.num", integer(nodes)),
              h("td.num", integer(amounts.pods.before)),
              h("td.num", integer(amounts.pods.after)),
              cells(amounts.cpu, "milli"),
              cells(amounts.memory, "bytes"),
            ),
          ),
        ),
      ),
    ),
    rows.length > visible.length
      ? note(t("The {shown} fullest of {count}.", { shown: visible.length, count: integer(rows.length) }))
      : null,
  ];
}

const MOST_BARS = 12;

/**
 * What pods request of each domain, before the run and after, as shares of what it has.
 * @param {Row[]} rows
 */
function useBars(rows) {
  const fullest = [...rows].sort((a, b) => share(b.amounts.cpu, "after") - share(a.amounts.cpu, "after"));
  const drawn = rows.length > MOST_BARS ? fullest.slice(0, MOST_BARS) : rows;
  return h(
    "div.use",
    {
      role: "img",
      "aria-label": drawn
        .map((row) =>
          RESOURCES.map(
            (resource) => `${row.domain}, ${resource}: ${percent(share(row.amounts[resource], "after"))}`,
          ).join(", "),
        )
        .join("; "),
    },
    h("p.use-k.mute", h("span", h("i.sw.before"), t("before")), h("span", h("i.sw.after"), t("after"))),
    drawn.map((row) =>
      h(
        "div.use-r",
        nameElement(row.domain),
        RESOURCES.map((resource) => useBar(resource, row.amounts[resource])),
      ),
    ),
  );
}

/** @param {string} resource @param {Amounts} amounts */
const useBar = (resource, amounts) =>
  h(
    "span.use-b",
    { title: `${resource}: ${percent(share(amounts, "before"))} → ${percent(share(amounts, "after"))}` },
    h("i.after", { style: { width: `${Math.min(100, share(amounts, "after"))}%` } }),
    h("i.before", { style: { width: `${Math.min(100, share(amounts, "before"))}%` } }),
    h("b", `${resource} ${percent(share(amounts, "after"))}`),
  );

/** @param {Amounts} amounts @param {"before" | "after"} moment */
const share = ({ allocatable, before, after }, moment) =>
  allocatable ? (100 * (moment === "before" ? before : after)) / allocatable : 0;
/** @param {number} value */
const percent = (value) => `${decimal(value, 1)} %`;
