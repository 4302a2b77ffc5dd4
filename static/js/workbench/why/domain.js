// At PreFilter: the selected node's domain under each constraint, and the pods that it counts.

import { h } from "../../lib/dom.js";
import { shortKey } from "../map/grouping.js";
import { muted, podTable, sec, title } from "./parts.js";
import { skewText } from "./spread.js";
import { equation, sum } from "./sum.js";

export function domainCards(now, name) {
  const constraints = now.data?.spread?.filter ?? [];
  const node = now.cluster?.nodes.find((each) => each.name === name);
  return constraints.map((constraint, i) => {
    const head = title(`Constraint ${i + 1} of ${constraints.length}`, muted(shortKey(constraint.topology_key)));
    const excluded = constraint.not_counted?.find((each) => each.node === name);
    const domain = constraint.domains.find((each) => each.nodes?.includes(name) || each.value === node?.labels[constraint.topology_key]);
    if (!domain) return sec(head, h("p", { class: "soft" }, excluded ? `Not counted: ${excluded.rule}.` : "In no domain."));
    const { minimum } = constraint;
    return sec(
      head,
      equation(skewText({ matching: domain.count, self_match: constraint.self_match, minimum: minimum.value, skew: domain.skew, max_skew: constraint.max_skew, ok: domain.fits }), domain.fits),
      excluded ? h("p", { class: "soft t12" }, `This node's own pods are not counted: ${excluded.rule}.`) : null,
      sum([
        { label: ["pods counted in ", h("b", null, domain.value)], value: domain.count },
        { label: muted(`${constraint.selector} in ${constraint.namespace}, not terminating`), value: "" },
        { label: minimum.forced_zero ? "minimum, 0 because of minDomains" : ["minimum, held by ", h("b", null, minimum.held_by.slice(0, 3).join(", "))], value: minimum.value },
      ]),
      podTable(domain.pods, now.fold),
    );
  });
}
