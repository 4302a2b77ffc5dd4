// Counts of the Filter matrix: the nodes rejected by a plugin or for a reason, and how many were left.

import { h } from "../../../../lib/dom.js";
import { t, tn } from "../../../../lib/i18n.js";
import { domainOf } from "../../../../model/fold.js";
import { clausesOf, matrixOf } from "../../../../model/matrix.js";
import { filterParts } from "../cell.js";
import { factLink, named } from "../../../../parts/factLink.js";
import { muted, sec, title } from "../../../../parts/reasons.js";
import { sumTable } from "../../../../parts/sumTable.js";
import { nodeNames } from "../../../../parts/listed.js";

/** @import { Viewed } from "../../../../plugins/descriptor.js" */
/** @import { FilterExplanation } from "../../../../types/engine.js" */

/** @type {Record<string, import("../../../../plugins/descriptor.js").Fact>} */
export const FILTER_FACTS = {
  cell: {
    remote: true,
    title: ([plugin, node]) => `${node} × ${plugin}`,
    render: cell,
  },
  rejected: { title: ([plugin]) => t("rejected by {plugin}", { plugin }), render: rejected },
  left: { title: ([plugin]) => t("left after {plugin}", { plugin }), render: left },
  clause: { title: ([index]) => t("reason {n}", { n: Number(index) + 1 }), render: clause },
  nodes: { title: () => t("nodes"), render: nodes },
  fits: { title: (path) => t("nodes of {value}", { value: path.at(-1) }), render: fits },
};

/** @param {string[]} _ @param {Viewed} now @param {FilterExplanation} data */
function cell(_, now, data) {
  return filterParts(now, data);
}

/** @param {string} plugin @param {string[]} names */
const cells = (plugin, names) =>
  h(
    "p.t12",
    nodeNames(names, (node) => factLink(node, named("cell", plugin, node), { class: "mono" })),
  );

/** @param {string[]} args @param {Viewed} now */
function rejected([plugin], { data }) {
  const matrix = matrixOf(data);
  if (!matrix.ran.includes(plugin)) return null;
  const names = data.namesOf(matrix.visited.filter((node) => matrix.first(node) === plugin));
  const reasons = clausesOf(data)
    .map((reason, i) => ({ ...reason, i }))
    .filter((reason) => reason.plugin === plugin);
  return [
    sec(
      h("p.why-t", tn("{plugin} rejected {n} node", "{plugin} rejected {n} nodes", names.length, { plugin })),
      h(
        "p.soft.t12",
        t("The first plugin that rejects a node, in order of execution, decides. Later plugins are not run."),
      ),
    ),
    names.length ? sec(title(t("Nodes"), muted(String(names.length))), cells(plugin, names)) : null,
    reasons.length
      ? sec(
          title(t("Reasons")),
          sumTable([
            ...reasons.map((reason, i) => ({
              op: i ? "+" : "",
              label: reason.reason,
              value: reason.count,
              why: named("clause", reason.i),
            })),
            {
              op: "=",
              label: t("nodes and their reasons"),
              value: reasons.reduce((all, reason) => all + reason.count, 0),
              result: true,
            },
          ]),
        )
      : null,
  ];
}

/** @param {string[]} args @param {Viewed} now */
function left([plugin], { data }) {
  const matrix = matrixOf(data);
  const until = matrix.ran.indexOf(plugin);
  if (until < 0) return null;
  const before = matrix.ran.slice(0, until + 1).filter((name) => matrix.rejectedBy.get(name));
  return [
    sec(
      h(
        "p.why-t",
        tn(
          "{n} node is left after {plugin}",
          "{n} nodes are left after {plugin}",
          matrix.left.get(plugin) ?? 0,
          { plugin },
        ),
      ),
    ),
    sec(
      sumTable([
        { label: t("nodes checked"), value: matrix.visited.length, why: "nodes" },
        ...before.map((name) => ({
          op: "−",
          label: t("rejected by {plugin}", { plugin: name }),
          value: matrix.rejectedBy.get(name),
          why: named("rejected", name),
        })),
        { op: "=", label: t("left"), value: matrix.left.get(plugin), result: true },
      ]),
    ),
  ];
}

/** @param {string[]} args @param {Viewed} now */
function clause([index], { data }) {
  const reason = clausesOf(data)[Number(index)];
  if (!reason) return null;
  const hasCells = matrixOf(data).plugins.includes(reason.plugin);
  const names = data.namesOf(reason.nodes);
  return [
    sec(
      h("p.why-t", tn("{n} node for this reason", "{n} nodes for this reason", reason.count)),
      h("p.msg.mono", reason.reason),
      h("p.soft.t12", t("{plugin} answered {code}.", { plugin: reason.plugin, code: reason.code })),
    ),
    sec(
      title(t("Nodes"), muted(String(names.length))),
      hasCells ? cells(reason.plugin, names) : h("p.t12", nodeNames(names)),
    ),
  ];
}

/** @param {string[]} _ @param {Viewed} now */
function nodes(_, { data }) {
  const matrix = matrixOf(data);
  const all = data.size;
  const feasible = matrix.feasibleCount;
  const refused = matrix.visited.filter((node) => matrix.first(node)).length;
  const outside = matrix.nodes.filter(
    (node) =>
      matrix.plugins.length && matrix.cell(node, matrix.ran[0] ?? matrix.plugins[0]).state === "outside",
  ).length;
  const unvisited = all - feasible - refused - outside;
  return [
    sec(
      h(
        "p.why-t",
        tn("{feasible} of {n} node can run the pod", "{feasible} of {n} nodes can run the pod", all, {
          feasible,
        }),
      ),
    ),
    sec(
      sumTable([
        { label: t("nodes of the cluster"), value: all },
        ...(outside ? [{ op: "−", label: t("excluded by PreFilter"), value: outside }] : []),
        ...(unvisited > 0
          ? [{ op: "−", label: t("not evaluated: enough feasible nodes were found"), value: unvisited }]
          : []),
        ...matrix.ran
          .filter((plugin) => matrix.rejectedBy.get(plugin))
          .map((plugin) => ({
            op: "−",
            label: t("rejected by {plugin}", { plugin }),
            value: matrix.rejectedBy.get(plugin),
            why: named("rejected", plugin),
          })),
        { op: "=", label: t("feasible"), value: feasible, result: true },
      ]),
    ),
  ];
}

/**
 * The nodes of a domain, given as its keys and values from the outermost in.
 * @param {string[]} path @param {Viewed} now
 */
function fits(path, { data, cluster }) {
  const labels = pairs(path);
  const matrix = matrixOf(data);
  const all = (cluster?.nodes ?? [])
    .filter((node) => labels.every(([key, value]) => domainOf(node, [key])[0] === value))
    .map(({ index }) => index);
  const fitting = all.filter(matrix.isFeasible);
  const by = matrix.ran
    .map((plugin) => ({ plugin, stopped: all.filter((node) => matrix.first(node) === plugin) }))
    .filter(({ stopped }) => stopped.length);
  const others = all.length - fitting.length - by.reduce((sum, { stopped }) => sum + stopped.length, 0);
  return [
    sec(
      h(
        "p.why-t",
        tn("{fitting} of {n} node in {value} fits", "{fitting} of {n} nodes in {value} fit", all.length, {
          fitting: fitting.length,
          value: path.at(-1),
        }),
      ),
    ),
    sec(
      sumTable([
        { label: t("nodes of {value}", { value: path.at(-1) }), value: all.length },
        ...by.map(({ plugin, stopped }) => ({
          op: "−",
          label: t("rejected by {plugin}", { plugin }),
          value: stopped.length,
        })),
        ...(others ? [{ op: "−", label: t("not checked"), value: others }] : []),
        { op: "=", label: t("fit"), value: fitting.length, result: true },
      ]),
    ),
    by.map(({ plugin, stopped }) =>
      sec(
        title(t("rejected by {plugin}", { plugin }), muted(String(stopped.length))),
        cells(plugin, data.namesOf(stopped)),
      ),
    ),
    fitting.length
      ? sec(title(t("fit"), muted(String(fitting.length))), h("p.t12", nodeNames(data.namesOf(fitting))))
      : null,
  ];
}

/** @param {string[]} path @returns {[string, string][]} */
const pairs = (path) => Array.from({ length: path.length / 2 }, (_, i) => [path[2 * i], path[2 * i + 1]]);
