// At PreFilter: the selected node's domain under each constraint, and the pods that it counts.

import { h } from "../../lib/dom.js";
import { rich, t } from "../../lib/i18n.js";
import { shortKey } from "../../model/labels.js";
import { muted, podTable, sec, title } from "../../parts/reasons.js";
import { skewText } from "../facts/spread.js";
import { named } from "../../parts/factLink.js";
import { equation, sumTable } from "../../parts/sumTable.js";

export function domainCards(now, name) {
  const constraints = now.data?.spread?.filter ?? [];
  const node = now.cluster?.nodes.find((each) => each.name === name);
  return constraints.map((constraint, i) => {
    const head = title(
      t("Constraint {place} of {total}", { place: i + 1, total: constraints.length }),
      muted(shortKey(constraint.topology_key)),
    );
    const excluded = constraint.not_counted?.find((each) => each.node === name);
    const domain = constraint.domains.find(
      (each) => each.nodes?.includes(name) || each.value === node?.labels[constraint.topology_key],
    );
    if (!domain)
      return sec(
        head,
        h(
          "p",
          { class: "soft" },
          excluded ? t("Not counted: {rule}.", { rule: excluded.rule }) : t("In no domain."),
        ),
      );
    const { minimum } = constraint;
    return sec(
      head,
      equation(
        skewText({
          matching: domain.count,
          self_match: constraint.self_match,
          minimum: minimum.value,
          skew: domain.skew,
          max_skew: constraint.max_skew,
          ok: domain.fits,
        }),
        domain.fits,
      ),
      excluded
        ? h(
            "p",
            { class: "soft t12" },
            t("This node's own pods are not counted: {rule}.", { rule: excluded.rule }),
          )
        : null,
      sumTable([
        {
          label: rich(t("pods counted in {domain}"), { domain: h("b", null, domain.value) }),
          value: domain.count,
          why: named("domain", "filter", i, domain.value),
        },
        {
          label: muted(
            t("{selector} in {namespace}, not terminating", {
              selector: constraint.selector,
              namespace: constraint.namespace,
            }),
          ),
          value: "",
        },
        {
          label: minimum.forced_zero
            ? t("minimum, 0 because of minDomains")
            : rich(t("minimum, held by {domains}"), {
                domains: h("b", null, minimum.held_by.slice(0, 3).join(", ")),
              }),
          value: minimum.value,
          why: named("minimum", i),
        },
      ]),
      podTable(domain.pods, now.fold),
    );
  });
}
