// PreScore: which plugins will score, and the weights that PodTopologySpread gives its topologies.

import { h } from "../../lib/dom.js";
import { count, decimal } from "../../lib/format.js";
import { shortKey } from "../map/grouping.js";
import { figure } from "../figures.js";
import { chip, headers, heading, note, num, pluginChips, podNames, rowsUpTo, scroller, section } from "./parts.js";

/** @type {import("./stage.js").Stage} */
export const prescore = {
  render(now) {
    const codes = now.data.trace.preScore ?? {};
    const constraints = now.data.spread?.score ?? [];
    const own = constraints.map((constraint, i) => constraintSection(now, constraint, i, constraints.length));
    return {
      top: pluginChips("PreScore", now.data.plugins.PreScore ?? Object.keys(codes), codes),
      body: own.length ? own : section(note("No plugin counts anything for this pod before scoring: it has no ScheduleAnyway constraint and no default one applies.")),
    };
  },
};

const SHOWN = 40; // domains in the figure

function constraintSection({ data, cycle }, constraint, i, of) {
  const size = constraint.size ?? constraint.domains.length;
  const skewFigure = !(data.spread.filter ?? []).length;
  const summary = `${count(size, "domain")}, weight ${decimal(constraint.weight ?? 0, 3)}`;
  return section(
    heading(`Constraint ${i + 1} of ${of}`, shortKey(constraint.topology_key), chip(`maxSkew ${constraint.max_skew}`), chip(constraint.when_unsatisfiable), chip(`${constraint.selector || "no selector"} in ${constraint.namespace}`), constraint.origin === "default" ? chip("cluster default") : null),
    h("p", { class: "formula mono" }, `weight = ln(${size} + 2) = ${decimal(constraint.weight ?? 0, 3)}`),
    skewFigure && constraint.domains.length
      ? figure({ cycle: cycle.index, name: `skew-score-${i}`, title: `Matching pods by ${constraint.topology_key}`, summary, table: () => counts(constraint), height: 48 + Math.min(SHOWN, constraint.domains.length) * 32 })
      : counts(constraint),
  );
}

function counts(constraint) {
  const body = h("tbody");
  const more = rowsUpTo(body, constraint.domains, (domain) => h("tr", null, h("th", { scope: "row" }, domain.value), num(domain.nodes?.length ?? 1), num(domain.count), h("td", { class: "mono mute" }, podNames(domain.pods ?? []))));
  return [scroller(h("table", { class: "tbl" }, headers("Domain", ["Nodes", "num"], ["Matching", "num"], "Pods"), body)), more];
}
