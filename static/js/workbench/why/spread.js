// PodTopologySpread: matching + self − minimum ≤ maxSkew, per constraint; and the score's count · weight.

import { h } from "../../lib/dom.js";
import { decimal } from "../../lib/format.js";
import { shortKey } from "../map/grouping.js";
import { lead, mark, muted, podTable, sec, title, verdict } from "./parts.js";
import { skewBars } from "./skewbars.js";
import { equation, sum } from "./sum.js";

const constraintOf = (step, { data }, side = "filter") => data?.spread?.[side]?.find((each) => each.index === step.constraint) ?? data?.spread?.[side]?.[step.constraint] ?? null;

/** "2 + 1 − 1 = 2 > maxSkew 1" */
export const skewText = ({ matching, self_match, minimum, skew, max_skew, ok }) => `${matching} + ${self_match} − ${minimum} = ${skew} ${ok ? "≤" : ">"} maxSkew ${max_skew}`;

export function spreadSkew(step, now, { index, of }) {
  const constraint = constraintOf(step, now);
  const head = [title(`Constraint ${index + 1} of ${of}`, muted(step.ok ? shortKey(step.key) : [shortKey(step.key), `maxSkew ${step.max_skew}`, constraint?.when_unsatisfiable].filter(Boolean).join(", ")), h("span", { class: "grow" }), step.ok ? verdict(true, `${step.matching} + ${step.self_match} − ${step.minimum} = ${step.skew} ≤ ${step.max_skew}`) : null)];
  const pods = `pods-${step.constraint}`;
  const held = step.forced_zero ? "minDomains not reached, so the minimum is" : step.held_by.length ? ["global minimum, held by ", h("b", null, step.held_by.slice(0, 3).join(", ")), step.held_by.length > 3 ? ` and ${step.held_by.length - 3} more` : ""] : "global minimum";
  const body = [
    step.ok ? null : equation(skewText(step), false),
    sum([
      { label: ["matching pods in ", h("b", null, step.value)], value: step.matching, open: step.matching ? lead(pods) : undefined },
      { op: "+", label: step.self_match ? "this pod matches its own selector" : "this pod does not match its own selector", value: step.self_match },
      { op: "−", label: held, value: step.minimum },
      { op: "=", label: "skew if placed here", value: step.skew, result: true },
      { op: step.ok ? "≤" : ">", label: "maxSkew", value: step.max_skew },
    ]),
    constraint ? skewBars(constraint, step) : null,
    step.pods?.length ? h("h4", { class: "h3" }, `Where the ${step.matching} comes from`, muted(constraint ? `${constraint.selector} in ${constraint.namespace}` : "")) : null,
    podTable(step.pods, now.fold, { id: pods }),
  ];
  if (!step.ok || of === 1) return sec(head, body);
  return h("details", { class: "sec" }, h("summary", null, head), body);
}

/** What would make a failing constraint pass: from its own operands. */
export function skewRemedies(steps) {
  return steps.filter((step) => step.kind === "spread_skew" && !step.ok).flatMap((step, _, all) => {
    const name = all.length > 1 ? ` of the ${shortKey(step.key)} constraint` : "";
    const needed = step.matching + step.self_match - step.max_skew;
    const raise = ["maxSkew", name, " is ", h("b", null, `at least ${step.skew}`)];
    if (step.forced_zero) return [raise];
    const fewer = step.max_skew + step.minimum - step.self_match;
    return [
      raise,
      [h("b", null, step.held_by.slice(0, 2).join(", ")), step.held_by.length > 2 ? ` and ${step.held_by.length - 2} more` : "", step.held_by.length > 1 ? " hold " : " holds ", h("b", null, `${needed} matching pod${needed === 1 ? "" : "s"}`), ", so that the minimum is ", needed],
      fewer >= 0 && fewer < step.matching ? [h("b", null, step.value), " holds at most ", h("b", null, `${fewer} matching pod${fewer === 1 ? "" : "s"}`)] : null,
    ].filter(Boolean);
  });
}

export function spreadMissingLabel(step, now, { index, of }) {
  return sec(title(`Constraint ${index + 1} of ${of}`, muted(shortKey(step.key))), h("p", null, "The node has no label ", h("code", null, step.key), ", so it belongs to no domain of this constraint. No removal of pods can change that."));
}

/** The line of a node on a phone, from the view alone: its first failing constraint, else its first. */
export function skewLine(data, node) {
  const constraints = data.spread?.filter ?? [];
  const found = constraints.flatMap((constraint) => {
    const domain = constraint.domains.find((each) => each.nodes?.includes(node.name) || each.value === node.labels[constraint.topology_key]);
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
    title("Raw score", muted("fewer matching pods are better")),
    sum([
      ...steps.flatMap((step, i) => [
        { op: i ? "+" : "", label: [h("b", null, step.value ?? "–"), muted(`  ${shortKey(step.key)}: ${step.count} × ${decimal(step.weight, 3)} + (${step.max_skew} − 1)`)], value: decimal(step.points, 3) },
      ]),
      { op: "=", label: steps.length > 1 || !Number.isInteger(raw) ? `${decimal(raw, 3)}, rounded` : "raw", value: score.raw, result: true },
    ]),
  );
}

export const spreadIgnored = (step) => sec(h("p", { class: "row" }, mark(false), h("span", null, "Ignored while scoring: the node lacks ", h("code", null, step.keys.join(", ")), "; its score is 0.")));
