// PodTopologySpread: matching + self − minimum ≤ maxSkew, per constraint; and the score's count · weight.

import { h } from "../../lib/dom.js";
import { decimal } from "../../lib/format.js";
import { rich, t, tn } from "../../lib/i18n.js";
import { shortKey } from "../../model/labels.js";
import { mark, muted, podTable, sec, title, verdict } from "../../parts/reasons.js";
import { factLink, named } from "../../parts/factLink.js";
import { skewBars } from "./skewbars.js";
import { equation, sumTable } from "../../parts/sumTable.js";

const constraintOf = (step, { data }, side = "filter") =>
  data?.spread?.[side]?.find((each) => each.index === step.constraint) ??
  data?.spread?.[side]?.[step.constraint] ??
  null;

/** "2 + 1 − 1 = 2 > maxSkew 1" */
export const skewText = ({ matching, self_match, minimum, skew, max_skew, ok }) =>
  `${matching} + ${self_match} − ${minimum} = ${skew} ${ok ? "≤" : ">"} maxSkew ${max_skew}`;

export function spreadSkew(step, now, { index, of }) {
  const constraint = constraintOf(step, now);
  const head = [
    title(
      t("Constraint {place} of {total}", { place: index + 1, total: of }),
      muted(
        step.ok
          ? shortKey(step.key)
          : [shortKey(step.key), `maxSkew ${step.max_skew}`, constraint?.when_unsatisfiable]
              .filter(Boolean)
              .join(", "),
      ),
      h("span", { class: "grow" }),
      step.ok
        ? verdict(
            true,
            `${step.matching} + ${step.self_match} − ${step.minimum} = ${step.skew} ≤ ${step.max_skew}`,
          )
        : null,
    ),
  ];
  const pods = `pods-${step.constraint}`;
  const held = step.forced_zero
    ? t("minDomains not reached, so the minimum is")
    : step.held_by.length
      ? rich(t("global minimum, held by {domains}"), {
          domains: [
            h("b", null, step.held_by.slice(0, 3).join(", ")),
            step.held_by.length > 3 ? t(" and {n} more", { n: step.held_by.length - 3 }) : "",
          ],
        })
      : t("global minimum");
  const body = [
    step.ok ? null : equation(skewText(step), false),
    sumTable([
      {
        label: rich(t("matching pods in {domain}"), { domain: h("b", null, step.value) }),
        value: step.matching,
        why: named("domain", "filter", step.constraint, step.value),
      },
      {
        op: "+",
        label: step.self_match
          ? t("this pod matches its own selector")
          : t("this pod does not match its own selector"),
        value: step.self_match,
        why: named("self", "filter", step.constraint),
      },
      { op: "−", label: held, value: step.minimum, why: named("minimum", step.constraint) },
      { op: "=", label: t("skew if placed here"), value: step.skew, result: true },
      {
        op: step.ok ? "≤" : ">",
        label: "maxSkew",
        value: step.max_skew,
        why: named("constraint", "filter", step.constraint),
      },
    ]),
    constraint ? skewBars(constraint, step) : null,
    step.pods?.length
      ? h(
          "h4",
          { class: "h3" },
          t("Where the {count} comes from", { count: step.matching }),
          muted(
            constraint
              ? t("{selector} in {namespace}", {
                  selector: constraint.selector,
                  namespace: constraint.namespace,
                })
              : "",
          ),
        )
      : null,
    podTable(step.pods, now.fold, { id: pods }),
  ];
  if (!step.ok || of === 1) return sec(head, body);
  return h("details", { class: "sec" }, h("summary", null, head), body);
}

/** What would make a failing constraint pass: from its own operands. */
export function skewRemedies(steps) {
  return steps
    .filter((step) => step.kind === "spread_skew" && !step.ok)
    .flatMap((step, _, all) => {
      const needed = step.matching + step.self_match - step.max_skew;
      const least = { skew: h("b", null, step.skew) };
      const raise = rich(
        all.length > 1
          ? t("maxSkew of the {key} constraint is at least {skew}", {
              key: shortKey(step.key),
              skew: "{skew}",
            })
          : t("maxSkew is at least {skew}"),
        least,
      );
      if (step.forced_zero) return [raise];
      const fewer = step.max_skew + step.minimum - step.self_match;
      return [
        raise,
        rich(
          step.held_by.length > 1
            ? t("{domains} hold {pods}, so that the minimum is {needed}", { needed })
            : t("{domains} holds {pods}, so that the minimum is {needed}", { needed }),
          {
            domains: [
              h("b", null, step.held_by.slice(0, 2).join(", ")),
              step.held_by.length > 2 ? t(" and {n} more", { n: step.held_by.length - 2 }) : "",
            ],
            pods: h("b", null, tn("{n} matching pod", "{n} matching pods", needed)),
          },
        ),
        fewer >= 0 && fewer < step.matching
          ? rich(t("{domain} holds at most {pods}"), {
              domain: h("b", null, step.value),
              pods: h("b", null, tn("{n} matching pod", "{n} matching pods", fewer)),
            })
          : null,
      ].filter(Boolean);
    });
}

export function spreadMissingLabel(step, now, { index, of }) {
  return sec(
    title(t("Constraint {place} of {total}", { place: index + 1, total: of }), muted(shortKey(step.key))),
    h(
      "p",
      null,
      rich(
        t(
          "The node has no label {key}, so it belongs to no domain of this constraint. No removal of pods can change that.",
        ),
        { key: h("code", null, step.key) },
      ),
    ),
  );
}

/** The line of a node on a phone, from the view alone: its first failing constraint, else its first. */
export function skewLine(data, node) {
  const constraints = data.spread?.filter ?? [];
  const found = constraints.flatMap((constraint) => {
    const domain =
      constraint.domains.find((each) => each.value === node.labels[constraint.topology_key]) ??
      constraint.domains.find((each) => each.nodes?.includes(node.name));
    return domain ? [{ constraint, domain }] : [];
  });
  const shown = found.find(({ domain }) => domain.fits === false) ?? found[0];
  if (!shown) return null;
  const { constraint, domain } = shown;
  return `${domain.count} + ${constraint.self_match} − ${constraint.minimum.value} = ${domain.skew} ${domain.fits ? "≤" : ">"} ${constraint.max_skew}`;
}

export function spreadScores(steps, now, score) {
  const raw = steps.reduce((total, step) => total + step.points, 0);
  return sec(
    title(t("Raw score"), muted(t("fewer matching pods are better"))),
    sumTable([
      ...steps.flatMap((step, i) => [
        {
          op: i ? "+" : "",
          label: [
            h("b", null, step.value ?? "–"),
            h(
              "span",
              { class: "mute" },
              `  ${shortKey(step.key)}: `,
              factLink(step.count, named("domain", "score", step.constraint, step.value ?? "")),
              " × ",
              factLink(decimal(step.weight, 3), named("size", step.constraint)),
              " + (",
              factLink(step.max_skew, named("constraint", "score", step.constraint)),
              " − 1)",
            ),
          ],
          value: decimal(step.points, 3),
        },
      ]),
      {
        op: "=",
        label:
          steps.length > 1 || !Number.isInteger(raw)
            ? t("{raw}, rounded", { raw: decimal(raw, 3) })
            : t("raw"),
        value: score.raw,
        result: true,
      },
    ]),
  );
}

export const spreadIgnored = (step) =>
  sec(
    h(
      "p",
      { class: "row" },
      mark(false),
      h(
        "span",
        null,
        rich(t("Ignored while scoring: the node lacks {keys}; its score is 0."), {
          keys: h("code", null, step.keys.join(", ")),
        }),
      ),
    ),
  );
