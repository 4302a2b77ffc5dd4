// What would make a rejected node pass: each change was made on the server, and the cycle computed again.

import { h } from "../../../../lib/dom.js";
import { integer, quantity } from "../../../../lib/format.js";
import { rich, t, tn } from "../../../../lib/i18n.js";
import { tryChange } from "../tryChange.js";
import { expressionText, mark, muted, sec, title } from "../../../../parts/reasons.js";

/** @import { ClaimChange, RemediesFact, Remedy, RemedyChange } from "../../../../types/engine.js" */
/** @import { Child } from "../../../../lib/dom.js" */
/** @import { Viewed } from "../../../../plugins/descriptor.js" */

/** @type {Record<string, import("../../../../plugins/descriptor.js").Fact>} */
export const REMEDY_FACTS = {
  remedies: { remote: true, title: () => t("what would help"), render: remedies },
};

/** @param {string[]} args @param {Viewed} now @param {RemediesFact} data */
function remedies([node], now, data) {
  const helping = data.changes.filter((change) => change.passes).length;
  return [
    sec(
      h(
        "p.why-t",
        data.changes.length
          ? tn(
              "{node} passes with {helping} of {n} change",
              "{node} passes with {helping} of {n} changes",
              data.changes.length,
              { helping, node },
            )
          : t("No single change is known for this"),
      ),
      h(
        "p.soft.t12",
        t("Each change by itself, everything else unchanged: the cycle was recomputed with it."),
      ),
    ),
    data.changes.length
      ? sec(
          title(t("Changes"), muted(data.plugin ?? "")),
          h(
            "ul.fix",
            data.changes.map((change) =>
              h(
                "li",
                h("span.row.top-row", mark(change.passes), h("span", describe(change))),
                h("span.mute.block", result(change)),
                tryChange(now, changeOf(change)),
              ),
            ),
          ),
        )
      : null,
  ];
}

/** @param {Remedy} change */
const describe = (change) => /** @type {Describe<Remedy>} */ (DESCRIPTIONS[change.kind])(change);

/** @param {Child} value */
const strong = (value) => h("b.mono", value);

/** @type {Partial<Record<ClaimChange["field"], (value: string) => string>>} */
const CLAIM_VALUES = {
  constraints: (attribute) => t("none, instead of {attribute}", { attribute }),
  tolerations: (taint) => t("all, also {taint}", { taint }),
};

/** @template {Remedy} C @typedef {(change: C) => Child} Describe */

/** @type {{[K in Remedy["kind"]]: Describe<Extract<Remedy, {kind: K}>>}} */
const DESCRIPTIONS = {
  field: ({ constraint, field, value }) =>
    rich(t("{field}: {value} in constraint {place}"), {
      field: strong(field),
      value: strong(value),
      place: String(constraint + 1),
    }),
  affinity: ({ requirement }) =>
    rich(t("a required node affinity: {requirement}"), { requirement: strong(expressionText(requirement)) }),
  pods: ({ added }) =>
    added.map(({ domain, count }, i) => [
      i ? ", " : "",
      rich(tn("{count} more matching pod in {domain}", "{count} more matching pods in {domain}", count), {
        count: strong(integer(count)),
        domain,
      }),
    ]),
  toleration: ({ taints }) => rich(t("a toleration of {taints}"), { taints: strong(taints.join(", ")) }),
  request: ({ requests }) =>
    rich(t("a request of at most {amounts}"), {
      amounts: strong(
        requests.map(({ resource, amount, unit }) => `${quantity(amount, unit)} ${resource}`).join(", "),
      ),
    }),
  claim: ({ claim, request, field, value }) =>
    rich(t("{field}: {value} in request {request} of {claim}"), {
      field: strong(field),
      value: strong(CLAIM_VALUES[field]?.(value) ?? value),
      request: strong(request),
      claim: strong(claim),
    }),
  device: ({ device }) => rich(t("one more device like {device}"), { device: strong(device) }),
  without: ({ field }) => rich(t("without {field}"), { field: strong(field) }),
};

const OUTCOME = ["passes", "rejected_by", "feasible", "selected", "best"];

/** The change without what came of it. @param {Remedy} remedy */
const changeOf = (remedy) =>
  /** @type {RemedyChange} */ (
    Object.fromEntries(Object.entries(remedy).filter(([name]) => !OUTCOME.includes(name)))
  );

/** @param {Remedy} remedy */
function result({ passes, rejected_by: plugin, feasible, selected, best }) {
  if (!passes) return plugin ? t("still rejected, by {plugin}", { plugin }) : t("still not feasible");
  const fit = tn("{n} node fits", "{n} nodes fit", feasible);
  if (best) return t("passes; {fit}, and it has the highest total", { fit });
  return t("passes; {fit}, and {selected} is chosen", { fit, selected: selected ?? "–" });
}
